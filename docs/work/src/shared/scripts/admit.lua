-- Puts the next links of a page that has many. A script must not run for long, because all workers wait for it.
-- ARGV: the id, the links as JSON.
for _, job in ipairs(cjson.decode(ARGV[2])) do
    admit(reach(job, most))
end
close(now)
