-- A crawl in Redis. All that workers do to it is in this script: Redis runs it in one step, between the calls of all others.
-- KEYS are always the same. ARGV: the id of the crawl, the name of a step, and what that takes.
local state, seen, redirects, robots, records, queue, lanes, places, leases, jobs, paces = unpack(KEYS)
local steps = {}

-- What most steps need of the state: one call reads it.
local known = redis.call('HMGET', state, 'id', 'clock', 'offset', 'lease', 'delay', 'handouts', 'ended')
local lease, delay_of_all, handouts_of_all = tonumber(known[4]), tonumber(known[5]), tonumber(known[6])

-- Redis's clock, in milliseconds.
local wall = redis.call('TIME')
wall = wall[1] * 1000 + math.floor(wall[2] / 1000)

-- The crawl's clock, in milliseconds. It never goes back, and between two calls it never advances by more than half a lease:
-- neither a clock that was set nor an hour without Redis ends all leases at once. `is_noted` says whether the state need not know it.
local now, is_noted = wall, true
if known[1] == ARGV[1] then
    local ahead = wall + known[3] - known[2]
    now = known[2] + math.min(math.max(ahead, 0), math.floor(lease / 2))
    is_noted = known[7] or ahead >= 0 and ahead <= lease / 4
end

-- Notes the clock. Each step that writes does so.
local function note()
    redis.call('HSET', state, 'clock', now, 'offset', now - wall)
    is_noted = true
end

-- Gives the keys of the crawl a day from now.
local function keep()
    for _, key in ipairs(KEYS) do
        redis.call('EXPIRE', key, 86400)
    end
end

-- Returns how many jobs are open: those that no worker has, and those that workers have. Two entries are none: see `begin`.
local function open_jobs()
    return redis.call('ZCARD', queue) + redis.call('ZCARD', leases) - 2
end
