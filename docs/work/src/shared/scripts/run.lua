-- Begins the crawl with its roots, unless another worker has. Returns the id of the crawl, its header, and when it ended, or 0.
function steps.begin(header, roots)
    local policy = string.match(redis.call('INFO', 'memory'), 'maxmemory_policy:(%S+)')
    if policy and policy ~= 'noeviction' then
        return redis.error_reply('EVICTS ' .. policy)
    elseif not known[1] then
        -- A user of Redis may lack rights, and a script is not undone. So this tries what all steps call, and sets the id last.
        for _, call in ipairs({ { 'HDEL', jobs, '' }, { 'ZREM', queue, '' }, { 'ZRANGEBYSCORE', leases, 0, 0 },
            { 'PUBLISH', state, '' }, { 'PUBSUB', 'NUMSUB' }, { 'XRANGE', records, '-', '-' }, { 'XLEN', records } }) do
            redis.call(unpack(call))
        end
        -- Each key has an entry from the start, which is no job. So a key that is not there is lost, and each has a time to live.
        for _, key in ipairs({ seen, redirects, robots, places, jobs, paces }) do
            redis.call('HSET', key, '', '')
        end
        for _, key in ipairs({ queue, lanes, leases }) do
            redis.call('ZADD', key, '+inf', '')
        end
        redis.call('XADD', records, '0-1', 'line', '')
        local options = cjson.decode(header)
        delay_of_all = options['--delay']
        redis.call('HSET', state, 'header', header, 'began', now, 'delay', delay_of_all, 'lease', options['--lease'] * 1000,
            'handouts', options['--handouts'], 'max_redirects', options['--max-redirects'],
            'robots_redirects', options.robots_redirects, 'obey_robots', options['--obey-robots'] and 1 or 0)
        if options['--max-pages'] ~= cjson.null then
            redis.call('HSET', state, 'pages_left', string.format('%.0f', math.min(options['--max-pages'], 2 ^ 53)))
        end
        keep()
        admit(cjson.decode(roots))
        note()
        redis.call('HSET', state, 'id', ARGV[1])
    end
    local of = redis.call('HMGET', state, 'id', 'header', 'ended')
    return { of[1], of[2], of[3] or '0' }
end

-- Puts the next links of a page that has many. A step must not run for long, because all workers wait for it.
function steps.admit(links)
    admit(cjson.decode(links))
    note()
end

function steps.rules(robots_txt)
    return redis.call('HGET', robots, robots_txt) or ''
end

-- Returns how many pages are done, how many jobs wait, and how many workers listen.
function steps.status()
    return { redis.call('XLEN', records) - 1, redis.call('ZCARD', queue) - 1, redis.call('PUBSUB', 'NUMSUB', state)[2] }
end

-- Returns some records, about as many bytes as `room` says, and after which one the others come: '' at the end.
function steps.page(from, room)
    local lines = {}
    room = tonumber(room)
    while room > 0 do
        local entry = redis.call('XRANGE', records, from, '+', 'COUNT', 1)[1]
        if not entry then
            from = ''
            break
        end
        local line = entry[2][2]
        lines[#lines + 1], room, from = line, room - #line, '(' .. entry[1]
    end
    return { lines, from }
end

-- Returns how many pauses hosts have asked for, how many jobs were taken over, how many pages `--max-pages` still admits (less
-- than 0 if it has refused some), and when the last job was settled and the crawl began.
function steps.counts()
    return redis.call('HMGET', state, 'pauses', 'taken_over', 'pages_left', 'settled', 'began')
end

-- Keys are lost as a whole: they expire, or Redis evicts them, or starts without its data.
if ARGV[2] ~= 'begin' and known[1] ~= ARGV[1] then
    return redis.error_reply('LOST the crawl')
elseif ARGV[2] ~= 'begin' and redis.call('EXISTS', unpack(KEYS)) ~= #KEYS then
    return redis.error_reply('LOST a part of the crawl')
end
local answer = steps[ARGV[2]](unpack(ARGV, 3))
if not is_noted then
    note()
end
return answer
