-- Returns how many pages are done, how many jobs wait, and how many workers listen.
return { redis.call('XLEN', records), redis.call('ZCARD', queue), redis.call('PUBSUB', 'NUMSUB', state)[2] }
