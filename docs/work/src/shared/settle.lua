-- Settles a job: its record goes to the report, and what it leads to into the queue. Nothing happens
-- if it has been settled already, or if Redis has forgotten it. Returns whether it was settled now.
-- ARGV: the id of the job, its URL, the line of its record or '', the redirect or '', what a
-- robots.txt has come to ('moved', its rules, or ''), its origin, the redirects that it has left, then
-- the links.
local id, url, line, redirect, learned, origin, left = unpack(ARGV, 1, 7)
if redis.call('EXISTS', state) == 0 then
    return 0
end
-- Redis refuses a script for lack of memory only at its first write, so that is one that may take memory.
redis.call('HINCRBY', state, 'open', 0)
if redis.call('XACK', jobs, 'workers', id) == 0 then
    return 0
end
redis.call('HSET', state, 'settled', now())
redis.call('XDEL', jobs, id)
if line ~= '' then
    redis.call('XADD', records, '*', 'line', line)
end
if learned == 'moved' then
    put('robots.txt', redirect, origin, left)
elseif learned ~= '' then
    redis.call('HSET', robots, origin, learned)
    for _, page in ipairs(redis.call('LRANGE', waiting .. origin, 0, -1)) do
        put('page', page, '', 0)
    end
    redis.call('DEL', waiting .. origin)
else
    local most = tonumber(redis.call('HGET', state, 'max_redirects'))
    for link = 8, #ARGV do
        admit(reach(ARGV[link], most))
    end
    if redirect ~= '' then
        redis.call('HSET', redirects, url, redirect)
        admit(reach(redirect, tonumber(redis.call('HGET', seen, url) or 0) - 1))
    end
end
redis.call('HINCRBY', state, 'open', -1)
keep()
return 1
