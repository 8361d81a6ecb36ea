-- What is found: the frontier's `SeenUrls` and `Gate`.

-- Records that `job` is reachable with `left` redirects to spare. Returns a newly found job.
local function reach(job, left)
    while job and left >= 0 do
        local before = tonumber(redis.call('HGET', seen, job) or -1)
        if before < left then
            redis.call('HSET', seen, job, left)
        end
        if before < 0 then
            return job
        elseif before >= left then
            return nil
        end
        job, left = redis.call('HGET', redirects, job), left - 1
    end
end

-- Puts the jobs that are newly found, as many as `--max-pages` admits. If robots.txt is obeyed and not known yet, they wait for it.
local function admit(found, left)
    local rules = redis.call('HMGET', state, 'max_redirects', 'pages_left', 'obey_robots', 'robots_redirects')
    left = left or tonumber(rules[1])
    -- Most links of a page were seen before: one call tells which.
    local before = #found > 0 and redis.call('HMGET', seen, unpack(found))
    for number, job in ipairs(found) do
        job = tonumber(before[number] or -1) < left and reach(job, left)
        if job and not (rules[2] and redis.call('HINCRBY', state, 'pages_left', -1) < 0) then
            local origin = rules[3] == '1' and string.match(job, '^page (%a[%w+.-]*://[^/?#]*)')
            local of = origin and origin .. '/robots.txt'
            put(job, of and (redis.call('HGET', robots, of) or '') == '')
            if of and redis.call('HSETNX', robots, of, '') == 1 then
                put('robots.txt ' .. of .. ' ' .. of .. ' ' .. rules[4])
            end
        end
    end
end
