-- Returns the rules in a robots.txt. ARGV: the id, the URL of the robots.txt.
return redis.call('HGET', robots, ARGV[2]) or ''
