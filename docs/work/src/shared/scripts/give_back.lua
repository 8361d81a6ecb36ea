-- Puts back a job that its worker has not settled. That is no death of a worker, so this hand-out does not count.
-- ARGV: the id, the worker, the job, its tries, for how many milliseconds its host is left alone, whether the host asks for that.
local worker, place, handouts = record_of(ARGV[3])
if worker ~= ARGV[2] then
    return
end
slow_down(host_of(lane_of(ARGV[3])), tonumber(ARGV[5]), 0)
if ARGV[6] == '1' then
    redis.call('HINCRBY', state, 'pauses', 1)
end
put_back(ARGV[3], place, handouts - 1, ARGV[4])
close(now)
