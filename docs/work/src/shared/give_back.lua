-- Gives jobs back: they seem to have been idle for very long, so the next worker takes them over.
-- ARGV: the worker, then the ids of its jobs.
for job = 2, #ARGV do
    if #redis.call('XPENDING', jobs, 'workers', ARGV[job], ARGV[job], 1, ARGV[1]) > 0 then
        redis.call('XCLAIM', jobs, 'workers', ARGV[1], 0, ARGV[job], 'IDLE', 1000000000, 'JUSTID')
    end
end
