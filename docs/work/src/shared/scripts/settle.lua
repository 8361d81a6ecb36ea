-- Settles a job: its record goes to the report, and what it leads to into the queue. Nothing happens if no worker
-- has the job. `done` is what the job has come to, as JSON, and `line` the line of its record, or ''.
function steps.settle(done, line)
    done = cjson.decode(done)
    -- Redis refuses a script for lack of memory only at its first write, so that is one that may take memory.
    note()
    if redis.call('ZREM', leases, done.job) == 0 then
        return
    end
    redis.call('HDEL', jobs, done.job)
    local record = line ~= '' and redis.call('XADD', records, '*', 'line', line)
    if done.rules then
        local origin = string.match(done.of, '^(.*)/robots.txt$')
        slow_down(host_of(origin), 0, done.delay)
        redis.call('HSET', robots, done.of, done.rules)
        open('page ' .. origin)
    end
    if done.next then
        put(done.next)
    end
    admit(done.links)
    if done.has_more then
        put('links ' .. record)
    end
    if done.redirect then
        redis.call('HSET', redirects, done.job, done.redirect)
        admit({ done.redirect }, tonumber(redis.call('HGET', seen, done.job) or 0) - 1)
    end
    redis.call('HSET', state, 'settled', now)
    if open_jobs() == 0 then
        redis.call('HSET', state, 'ended', wall)
        redis.call('PUBLISH', state, '')
    end
end
