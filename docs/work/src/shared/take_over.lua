-- Takes jobs whose worker has not renewed its lease. Returns them, and how many jobs are open, or -1 if Redis has forgotten
-- the crawl.
-- ARGV: the worker, the lease in milliseconds, how many jobs.
local open = redis.call('HGET', state, 'open')
if not open then
    return { {}, -1 }
end
-- A call looks at a part of the jobs that workers have, and the next one goes on from there.
local from = redis.call('HGET', state, 'looked_at') or '0-0'
local found = redis.call('XAUTOCLAIM', jobs, 'workers', ARGV[1], ARGV[2], from, 'COUNT', ARGV[3])
redis.call('HSET', state, 'looked_at', found[1])
if #found[2] > 0 then
    redis.call('HINCRBY', state, 'taken_over', #found[2])
end
return { found[2], tonumber(open) }
