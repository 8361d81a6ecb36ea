-- What all scripts share: Redis's clock, in milliseconds, and how long a key lives without a sign of a worker, in seconds: a day.
local KEPT = 86400

local function now()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
end

