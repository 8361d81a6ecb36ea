-- The queue, a sorted set, has a lane for each kind of job and origin: its jobs, as they were found. `lanes` says when the next
-- job of a lane may be handed out. A job is a text: `page URL`, `external URL`, `robots.txt URL OF LEFT` or `links RECORD`.

local LANE = 2 ^ 32 -- places

-- Returns the lane of a job: its kind, and the origin of its URL.
local function lane_of(job)
    return string.match(job, '^%S+ %a[%w+.-]*://[^/?# ]*') or 'links'
end

-- Returns the host of a lane, whatever its port.
local function host_of(lane)
    local host = string.match(lane, '://(.*)$') or ''
    return (string.gsub(string.gsub(host, ':%d+$', ''), '%.$', ''))
end

-- Returns the pace of a lane's host: the time of its next turn, and the delay between two turns. A host out of scope did not
-- ask to be checked, so it gets four requests a second.
local function pace_of(lane)
    if string.match(lane, 'links$') then
        return 0, 0
    end
    local host = host_of(lane)
    local pace = redis.call('HMGET', paces, 'next ' .. host, 'delay ' .. host)
    local least = string.match(lane, 'external ') and 250 or 0
    return tonumber(pace[1] or 0), math.max(least, delay_of_all, tonumber(pace[2] or 0))
end

-- Leaves a host alone for `pause`, and from now on keeps `delay` between two requests to it, both in milliseconds.
local function slow_down(host, pause, delay)
    local pace = redis.call('HMGET', paces, 'next ' .. host, 'delay ' .. host)
    local next, slowest = math.max(now + pause, tonumber(pace[1] or 0)), math.max(delay, tonumber(pace[2] or 0))
    redis.call('HSET', paces, 'next ' .. host, next, 'delay ' .. host, slowest)
end

-- Opens a lane whose jobs may be handed out. A worker that finds no lane whose turn has come waits for the message.
local function open(lane)
    local first = redis.call('ZRANGE', lanes, 0, 0, 'WITHSCORES')
    if redis.call('ZADD', lanes, 'NX', now, lane) == 1 and tonumber(first[2]) > now then
        redis.call('PUBLISH', state, '')
    end
end

local function place_in(lane)
    local number = redis.call('HGET', places, lane)
    if not number then
        number = redis.call('HLEN', places)
        redis.call('HSET', places, lane, number)
    end
    return number * LANE + redis.call('HINCRBY', state, 'put', 1)
end

-- Puts a job into the queue. If its robots.txt is not known yet (`waits`), its lane is opened later.
local function put(job, waits)
    local lane = lane_of(job)
    redis.call('ZADD', queue, place_in(lane), job)
    if not waits then
        open(lane)
    end
end

-- Returns the worker that has a job, the job's place, how often it was handed out, and its tries.
local function record_of(job)
    return string.match(redis.call('HGET', jobs, job) or '- 0 0 1', '^(%S+) (%S+) (%S+) (%S+)$')
end

-- Puts a job back that a worker has had, to its place. If it may be the reason why workers die, it gets its last chance alone, in
-- a lane of its own: other jobs must not die with it.
local function put_back(job, place, handouts, tries)
    local lane = lane_of(job)
    if tonumber(handouts) >= handouts_of_all - 1 then
        lane = 'alone ' .. lane
        place = place_in(lane)
    end
    redis.call('ZREM', leases, job)
    redis.call('ZADD', queue, place, job)
    redis.call('HSET', jobs, job, table.concat({ '-', place, handouts, tries }, ' '))
    open(lane)
end
