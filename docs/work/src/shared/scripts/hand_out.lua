-- Hands out jobs whose turn has come. Returns them, each with how often it was handed out, its tries, whether its host has turns,
-- and whether it is to be alone; how many jobs are open; and in how many milliseconds the next turn comes, or -1.
function steps.hand_out(worker, most, is_idle)
    local out, wait, is_alone, has_changed = {}, -1, false, false
    -- Several lanes may have one host, and wait for each other.
    for _ = 1, 1000 do
        local lane, due = unpack(redis.call('ZRANGE', lanes, 0, 0, 'WITHSCORES'))
        if lane == '' or is_alone or #out == tonumber(most) then
            break
        elseif tonumber(due) >= now + 1 then
            wait = math.ceil(due - now)
            break
        end
        has_changed = true
        local first = redis.call('HGET', places, lane) * LANE
        local range = { first, first + LANE - 1, 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES' }
        local job, place = unpack(redis.call('ZRANGE', queue, unpack(range)))
        local turn, delay = pace_of(lane)
        local wants_alone = string.match(lane, '^alone ')
        if not job then
            redis.call('ZREM', lanes, lane)
        elseif turn > now then
            redis.call('ZADD', lanes, turn, lane)
        elseif wants_alone and (#out > 0 or is_idle ~= '1') then
            redis.call('ZADD', lanes, now + 1000, lane)
        else
            local _, _, handouts, tries = record_of(job)
            is_alone = wants_alone ~= nil
            redis.call('ZREM', queue, job)
            redis.call('ZADD', leases, now + lease, job)
            redis.call('HSET', jobs, job, table.concat({ worker, place, handouts + 1, tries }, ' '))
            out[#out + 1] = { job, handouts + 1, tonumber(tries), delay > 0 and 1 or 0, is_alone and 1 or 0 }
            -- A turn that is taken a little late does not delay the next one: `turn` looks whether that is too soon.
            local next = math.max(turn, now - math.floor(delay / 2)) + delay
            if delay > 0 then
                redis.call('HSET', paces, 'next ' .. host_of(lane), next)
            end
            -- Without a delay, other lanes come before this one.
            redis.call('ZADD', lanes, delay > 0 and next or now + #out / 1024, lane)
        end
    end
    if has_changed then
        note()
    end
    return { out, open_jobs(), wait }
end
