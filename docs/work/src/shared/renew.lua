-- Renews the leases of a worker, and the time that the keys of the crawl live. It leaves alone what another worker has taken
-- over.
-- ARGV: the worker, the seconds that the keys live, then the ids of its jobs.
for _, key in ipairs(KEYS) do
    redis.call('EXPIRE', key, ARGV[2])
end
for job = 3, #ARGV do
    if #redis.call('XPENDING', jobs, 'workers', ARGV[job], ARGV[job], 1, ARGV[1]) > 0 then
        redis.call('XCLAIM', jobs, 'workers', ARGV[1], 0, ARGV[job], 'JUSTID')
    end
end
