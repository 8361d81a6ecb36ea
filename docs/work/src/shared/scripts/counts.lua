-- Returns how many pauses hosts have asked for, how many jobs were taken over, how many pages `--max-pages` still admits (less than 0
-- if it has refused some), and how many milliseconds the crawl took.
local counts = redis.call('HMGET', state, 'pauses', 'taken_over', 'pages_left', 'settled', 'began')
local elapsed = counts[4] and counts[4] - counts[5] or 0
return { tonumber(counts[1] or 0), tonumber(counts[2] or 0), tonumber(counts[3] or 0), elapsed }
