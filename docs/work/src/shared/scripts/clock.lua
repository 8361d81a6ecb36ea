-- What all scripts share. KEYS are the same in all of them, and the first ARGV is the id of the crawl.
local state, seen, redirects, robots, records, queue, lanes, places, leases, jobs, paces = unpack(KEYS)

-- How long a key lives without a sign of a worker, in seconds: a day.
local KEPT = 86400

-- Redis's clock, in milliseconds.
local wall = redis.call('TIME')
wall = wall[1] * 1000 + math.floor(wall[2] / 1000)

local known = redis.call('HMGET', state, 'id', 'keys', 'clock', 'offset', 'lease', 'delay', 'handouts')
local lease = tonumber(known[5])

-- Returns the crawl's clock, in milliseconds. It never goes back, and between two scripts it never advances by more than half a
-- lease: neither a clock that was set nor an hour without Redis ends all leases at once.
local function clock()
    local last, offset = tonumber(known[3]), tonumber(known[4])
    local ahead = wall + offset - last
    local now = last + math.min(math.max(ahead, 0), math.floor(lease / 2))
    if ahead < 0 or ahead > lease / 4 then
        redis.call('HSET', state, 'clock', now, 'offset', now - wall)
    end
    return now
end

-- Gives the keys of the crawl a day from now.
local function keep()
    for _, key in ipairs(KEYS) do
        redis.call('EXPIRE', key, KEPT)
    end
end

-- Ends a script that writes: notes the clock, and which keys there are. A new key must not live for ever if its worker dies.
local function close(now)
    local keys = redis.call('EXISTS', unpack(KEYS))
    if keys ~= tonumber(known[2]) then
        keep()
    end
    redis.call('HSET', state, 'clock', now, 'keys', keys)
end
