-- Returns a part of the records, one after the other, and where the next part begins: a record, or '' at the end, and a byte
-- in it.
-- ARGV: the id, the record, the byte, the most bytes.
local from, skip, room = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local parts = {}
while room > 0 do
    local entry = redis.call('XRANGE', records, from, '+', 'COUNT', 1)[1]
    if not entry then
        from = ''
        break
    end
    local line = entry[2][2]
    local part = string.sub(line, skip + 1, skip + room)
    parts[#parts + 1], room, skip = part, room - #part, skip + #part
    if skip < #line then
        from = entry[1]
    else
        from, skip = '(' .. entry[1], 0
    end
end
return { table.concat(parts), from, skip }
