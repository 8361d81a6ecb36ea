-- Renews the leases of a worker, and the time that the crawl is kept. It leaves alone what another worker has taken over.
-- ARGV: the worker, then the ids of its jobs.
keep()
for job = 2, #ARGV do
    if #redis.call('XPENDING', jobs, 'workers', ARGV[job], ARGV[job], 1, ARGV[1]) > 0 then
        redis.call('XCLAIM', jobs, 'workers', ARGV[1], 0, ARGV[job], 'JUSTID')
    end
end
