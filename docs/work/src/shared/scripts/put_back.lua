-- Puts jobs back whose worker has not renewed its lease. What the worker that asks has itself is left alone: it lives.
-- ARGV: the id, the worker.
local count = 0
for _, job in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', now, 'LIMIT', 0, 500)) do
    local worker, place, handouts, tries = record_of(job)
    if worker ~= ARGV[2] then
        put_back(job, place, handouts, tries)
        count = count + 1
    end
end
if count > 0 then
    redis.call('HINCRBY', state, 'taken_over', count)
    close(now)
end
