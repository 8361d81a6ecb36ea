-- Takes the turn of a host. Returns 0 if the request may begin now, or else the milliseconds until it is worth asking again.
-- A worker may come late to the turn for which it was handed a job, and another one may have begun meanwhile.
-- ARGV: the id, the job.
local lane = lane_of(ARGV[2])
local host, _, delay = host_of(lane), pace_of(lane)
local began = tonumber(redis.call('HGET', paces, 'began ' .. host) or -delay)
if began + delay > now then
    return math.ceil(began + delay - now)
end
redis.call('HSET', paces, 'began ' .. host, now)
close(now)
return 0
