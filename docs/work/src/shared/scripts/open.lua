-- Each script but `begin` first looks whether Redis still has the whole crawl. Keys are lost as a whole: they expire, or Redis
-- evicts them, or starts without its data.
if known[1] ~= ARGV[1] then
    return redis.error_reply('LOST the crawl')
end
if redis.call('EXISTS', unpack(KEYS)) ~= tonumber(known[2]) then
    return redis.error_reply('LOST a part of the crawl')
end
local now = clock()

