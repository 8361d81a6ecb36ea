-- Settles a job: its record goes to the report, and what it leads to into the queue. Nothing happens if it has been settled
-- already. Returns whether it was settled now.
-- ARGV: the id; what the job has come to, as JSON; the line of its record or ''.
local done, line = cjson.decode(ARGV[2]), ARGV[3]
-- Redis refuses a script for lack of memory only at its first write, so that is one that may take memory.
redis.call('HSET', state, 'clock', now)
if redis.call('ZREM', leases, done.job) == 0 then
    return 0
end
redis.call('HDEL', jobs, done.job)
local record = line ~= '' and redis.call('XADD', records, '*', 'line', line)
if done.rules then
    local origin = string.match(done.of, '^(.*)/robots.txt$')
    slow_down(host_of(origin), 0, done.delay)
    redis.call('HSET', robots, done.of, done.rules)
    open('page ' .. origin)
end
for _, job in ipairs(done.put) do
    put(job)
end
for _, job in ipairs(done.links) do
    admit(reach(job, most))
end
if done.has_more then
    put('links ' .. record)
end
if done.redirect then
    redis.call('HSET', redirects, done.job, done.redirect)
    admit(reach(done.redirect, tonumber(redis.call('HGET', seen, done.job) or 0) - 1))
end
redis.call('HSET', state, 'settled', now)
if redis.call('ZCARD', queue) + redis.call('ZCARD', leases) == 0 then
    redis.call('HSET', state, 'ended', wall)
    redis.call('PUBLISH', state, '')
end
close(now)
return 1
