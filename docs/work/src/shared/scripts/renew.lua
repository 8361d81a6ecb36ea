-- Renews the leases of a worker, and the time that the crawl is kept. It leaves alone what another worker has taken over.
-- ARGV: the id, the worker, its jobs.
for job = 3, #ARGV do
    if record_of(ARGV[job]) == ARGV[2] then
        redis.call('ZADD', leases, 'XX', now + lease, ARGV[job])
    end
end
keep()
close(now)
