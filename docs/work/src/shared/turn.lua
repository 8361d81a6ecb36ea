-- Gives out the turns of a host, which all machines share. Returns { 0, 0 } if the request may begin now, or else the
-- milliseconds until a planned turn, and its time: the worker asks again then.
-- KEYS: the host. ARGV: the delay of the crawl in milliseconds, the time of the planned turn or 0.
local host, planned = KEYS[1], tonumber(ARGV[2])
local now = now()
local known = redis.call('HMGET', host, 'next', 'began', 'paused', 'delay')
local next, began, paused = tonumber(known[1] or 0), tonumber(known[2] or 0), tonumber(known[3] or 0)
local delay = math.max(tonumber(ARGV[1]), tonumber(known[4] or 0))
if delay == 0 and paused <= now then
    return { 0, 0 }
end
if planned > now then
    return { planned - now, planned }
end
local soonest = math.max(now, began + delay, paused)
if soonest > now or (planned == 0 and next > now) then
    -- The request before a planned turn may have been late. Then this one is as late, and so its turn is not lost.
    local turn = planned > 0 and soonest or math.max(soonest, next)
    redis.call('HSET', host, 'next', math.max(next, turn + delay))
    redis.call('EXPIRE', host, KEPT)
    return { turn - now, turn }
end
redis.call('HSET', host, 'began', now, 'next', math.max(next, now + delay))
redis.call('EXPIRE', host, KEPT)
return { 0, 0 }
