-- What the scripts of the queue share: the queue of a crawl. KEYS and the first ARGV are the same in all of them.
local jobs, seen, redirects, robots, records, state, waiting = unpack(KEYS)

-- Gives the keys of the crawl a day from now. A worker that dies must not leave a key for ever.
local function keep()
    for key = 1, 6 do
        redis.call('EXPIRE', KEYS[key], KEPT)
    end
end

-- Puts a job, which is open until `settle`.
local function put(kind, url, of, left)
    redis.call('HINCRBY', state, 'open', 1)
    redis.call('XADD', jobs, '*', 'kind', kind, 'url', url, 'of', of, 'left', left)
end

-- Records that `url` is reachable with `left` redirects to spare. Returns a newly found URL. It is the frontier's
-- `SeenUrls::reach`.
local function reach(url, left)
    while url and left >= 0 do
        local before = redis.call('HGET', seen, url)
        if not before or tonumber(before) < left then
            redis.call('HSET', seen, url, left)
        end
        if not before then
            return url
        elseif tonumber(before) >= left then
            return nil
        end
        url, left = redis.call('HGET', redirects, url), left - 1
    end
end

-- Puts a job for a new URL, if `--max-pages` admits it. If robots.txt is obeyed and not known yet, the URL waits for it.
local function admit(url)
    if not url then
        return
    end
    if redis.call('HEXISTS', state, 'pages_left') == 1 then
        if redis.call('HINCRBY', state, 'pages_left', -1) < 0 then
            return
        end
    end
    local origin = redis.call('HGET', state, 'obey_robots') == '1' and string.match(url, '^%a+://[^/?#]*') .. '/robots.txt'
    if not origin or (redis.call('HGET', robots, origin) or '') ~= '' then
        put('page', url, '', 0)
    else
        redis.call('RPUSH', waiting .. origin, url)
        -- Nothing renews it, so it lives for a month.
        redis.call('EXPIRE', waiting .. origin, 30 * KEPT)
        if redis.call('HSETNX', robots, origin, '') == 1 then
            put('robots.txt', origin, origin, redis.call('HGET', state, 'max_robots_redirects'))
        end
    end
end
