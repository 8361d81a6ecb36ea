-- Puts jobs back whose worker has not renewed its lease. The worker that asks has renewed its own jobs before.
function steps.put_back()
    local over = redis.call('ZRANGEBYSCORE', leases, '-inf', now, 'LIMIT', 0, 500)
    for _, job in ipairs(over) do
        local _, place, handouts, tries = record_of(job)
        put_back(job, place, handouts, tries)
    end
    if #over > 0 then
        redis.call('HINCRBY', state, 'taken_over', #over)
        note()
    end
end

-- Puts a job back that its worker has not settled. That is no death of a worker, so this hand-out does not count.
-- Leaves the host alone for `pause` milliseconds; `is_asked_for` is 1 if it asks for that.
function steps.give_back(worker, job, tries, pause, is_asked_for)
    local owner, place, handouts = record_of(job)
    if owner == worker then
        -- Its first write, `ZREM`, needs no memory: a full Redis must not keep a job from other workers.
        put_back(job, place, handouts - 1, tries)
        slow_down(host_of(lane_of(job)), tonumber(pause), 0)
        redis.call('HINCRBY', state, 'pauses', is_asked_for)
        note()
    end
end

-- Renews the leases of a worker, and the time that the crawl is kept. It leaves alone what another worker has taken over.
function steps.renew(worker, ...)
    for _, job in ipairs({ ... }) do
        if record_of(job) == worker then
            redis.call('ZADD', leases, 'XX', now + lease, job)
        end
    end
    keep()
    note()
end

-- Takes the turn of a job's host. Returns 0 if the request may begin now, or else the milliseconds until it is worth asking again.
-- A worker may come late to the turn for which it was handed a job, and another one may have begun meanwhile.
function steps.turn(job)
    local lane = lane_of(job)
    local host, _, delay = host_of(lane), pace_of(lane)
    local began = tonumber(redis.call('HGET', paces, 'began ' .. host) or -delay)
    if began + delay > now then
        return math.ceil(began + delay - now)
    end
    redis.call('HSET', paces, 'began ' .. host, now)
    note()
    return 0
end
