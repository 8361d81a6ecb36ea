-- Begins the crawl with its roots, unless another worker has. Returns the number of this worker, and the header of the crawl.
-- ARGV: the header, the most redirects, the most pages or '', whether robots.txt is obeyed, the most redirects of a
-- robots.txt, then the roots.
if redis.call('HSETNX', state, 'header', ARGV[1]) == 1 then
    redis.call('HSET', state, 'began', now())
    redis.call('XGROUP', 'CREATE', jobs, 'workers', '0', 'MKSTREAM')
    redis.call('HSET', state, 'open', 0, 'max_redirects', ARGV[2], 'obey_robots', ARGV[4], 'max_robots_redirects', ARGV[5])
    if ARGV[3] ~= '' then
        redis.call('HSET', state, 'pages_left', ARGV[3])
    end
    for root = 6, #ARGV do
        admit(reach(ARGV[root], tonumber(ARGV[2])))
    end
end
keep()
return { redis.call('HINCRBY', state, 'workers', 1), redis.call('HGET', state, 'header') }
