-- Notes that a host has asked for a pause, or for a delay between requests.
-- KEYS: the host, the state of the crawl. ARGV: the pause or 0, the delay or 0, both in milliseconds.
local host, pause, delay = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local until_then = now() + pause
local known = redis.call('HMGET', host, 'next', 'paused', 'delay')
redis.call('HSET', host, 'delay', math.max(delay, tonumber(known[3] or 0)))
if pause > 0 then
    redis.call('HINCRBY', KEYS[2], 'pauses', 1)
    redis.call('HSET', host, 'next', math.max(until_then, tonumber(known[1] or 0)))
    redis.call('HSET', host, 'paused', math.max(until_then, tonumber(known[2] or 0)))
end
redis.call('EXPIRE', host, KEPT)
