-- Begins the crawl, unless another worker has. `roots` comes next.
-- ARGV: the id of a new crawl, its header, its options as JSON, its roots as JSON.
local now, is_new = wall, not known[1]
if is_new then
    redis.call('HSET', state, 'id', ARGV[1], 'header', ARGV[2], 'began', now, 'clock', now, 'offset', 0)
    for name, value in pairs(cjson.decode(ARGV[3])) do
        redis.call('HSET', state, name, value)
    end
end
