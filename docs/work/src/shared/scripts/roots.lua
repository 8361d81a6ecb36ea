-- Ends what `begin` has begun. Returns the id of the crawl, the number of this worker, the header, and when the crawl ended, or 0.
if is_new then
    for _, root in ipairs(cjson.decode(ARGV[4])) do
        admit(reach(root, most))
    end
    close(now)
end
local number = redis.call('HINCRBY', state, 'workers', 1)
local of = redis.call('HMGET', state, 'id', 'header', 'ended')
return { of[1], number, of[2], of[3] or '0' }
