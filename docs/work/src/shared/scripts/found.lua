-- What is found: the frontier's `SeenUrls` and `Gate`.
local rules = redis.call('HMGET', state, 'max_redirects', 'pages_left', 'obey_robots', 'robots_redirects')
local most = tonumber(rules[1])

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

-- Puts a new job, if `--max-pages` admits it. If robots.txt is obeyed and not known yet, it waits for that.
local function admit(job)
    if not job or rules[2] and redis.call('HINCRBY', state, 'pages_left', -1) < 0 then
        return
    end
    local origin = rules[3] == '1' and string.match(job, '^page (%a[%w+.-]*://[^/?#]*)')
    local of = origin and origin .. '/robots.txt'
    put(job, of and (redis.call('HGET', robots, of) or '') == '')
    if of and redis.call('HSETNX', robots, of, '') == 1 then
        put('robots.txt ' .. of .. ' ' .. of .. ' ' .. rules[4])
    end
end
