-- What a run of weft is on a server, and all that can happen to it. Each operation is one call of this script, so it is done as a
-- whole or not at all. Said again, because the answer was lost, it changes nothing more and answers the same.
--
--   run      identity, base, header, created, tokens; stop, failed: a unit      what is searched, and how many units there are
--   open     units that nobody has                        leases   units that somebody has, by the time when that ends
--   done     units that are done, by how many orders their search is known to agree with
--   units    N:region N:position N:token N:step N:slices N:losses N:explored ... of unit N
--   slices   N:I       the I-th slice of unit N
--   orders   what was learned of the order of messages, as it came; ordered: the same, as a set
--   actors   numbers of actors, by maker and child
--   takers   of each worker the last thing that it took, and for which question
--   idle     slots of workers that wait for a unit, by when they asked last
--   wishes   units that are to be split, by when that was asked for
--   code     modules by their digest
local run, open, leases, done, units, slices, orders, ordered, actors, takers, idle, wishes =
    KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11], KEYS[12]
local LEASE, QUIET, LOSSES, KEPT = 30000, 3000, 5, 86400
local call = redis.call
local operation, identity = ARGV[1], ARGV[2]
local time = call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local function field(unit, name) return call('HGET', units, unit .. ':' .. name) end
local function set(unit, name, value) call('HSET', units, unit .. ':' .. name, value) end
local function add(unit, name, value) return call('HINCRBY', units, unit .. ':' .. name, value) end
local function drop(unit, name) call('HDEL', units, unit .. ':' .. name) end

-- What all that somebody has said of a unit comes to nothing.
local function forget(unit)
    for i = 0, tonumber(field(unit, 'slices') or 0) - 1 do call('HDEL', slices, unit .. ':' .. i) end
    for _, name in ipairs({'slices', 'position', 'explored'}) do drop(unit, name) end
end

local function begin_lease(unit)
    local token = tostring(call('HINCRBY', run, 'tokens', 1))
    set(unit, 'token', token)
    set(unit, 'step', 0)
    call('ZADD', leases, now + LEASE, unit)
    return token
end

local function add_slices(answer, unit)
    local count = tonumber(field(unit, 'slices') or 0)
    answer[#answer + 1] = count
    for i = 0, count - 1 do answer[#answer + 1] = call('HGET', slices, unit .. ':' .. i) end
end

-- Each answer ends with what was learned since the asker knew so much, eight bytes each.
local function with_orders(answer, known)
    answer[#answer + 1] = table.concat(call('LRANGE', orders, known, -1))
    return answer
end

local function is_done()
    local created = tonumber(call('HGET', run, 'created'))
    local learned = call('LLEN', orders)
    return call('ZCARD', done) == created and call('ZCARD', open) == 0 and call('ZCARD', leases) == 0 and
        #call('ZRANGEBYSCORE', done, '-inf', '(' .. learned, 'LIMIT', 0, 1) == 0
end

local does = {}

function does.look()
    return {'run', call('HGET', run, 'header') or ''}
end

-- base, header: a run begins with one unit, which is all there is to search.
function does.begin(base, header)
    if call('HGET', run, 'identity') then return {'begun', call('HGET', run, 'base')} end
    call('DEL', unpack(KEYS, 1, 12))
    call('HSET', run, 'identity', identity, 'base', base, 'header', header, 'created', 1, 'tokens', 0, 'began', now)
    call('ZADD', open, 0, 0)
    return {'begun', base}
end

local function describe(unit, token)
    local answer = {'unit', unit, token, field(unit, 'region') or '', field(unit, 'position') or '',
        tonumber(call('HGET', run, 'created')), call('HLEN', takers)}
    add_slices(answer, unit)
    return answer
end

-- The unit of somebody who was not heard of for too long, or one that nobody has had.
local function take_unit()
    local late = call('ZRANGEBYSCORE', leases, '-inf', now, 'LIMIT', 0, 1)[1]
    if late then
        if add(late, 'losses', 1) >= LOSSES then call('HSET', run, 'failed', late) end
        return late
    end
    return call('ZPOPMIN', open)[1]
end

-- worker, question, known: the next thing to do. A unit; or one that is done, to be compared with what was learned since.
function does.take(worker, question, known)
    local last = call('HGET', takers, worker)
    if last then
        local of, unit, token = string.match(last, '^(%S+) (%S+) (%S+)$')
        if of == question and field(unit, 'token') == token then return with_orders(describe(unit, token), known) end
    end
    if call('HEXISTS', run, 'stop') == 1 then return {'stopped'} end
    local unit = take_unit()
    if call('HEXISTS', run, 'failed') == 1 then return {'failed', call('HGET', run, 'failed')} end
    if unit then
        local token = begin_lease(unit)
        call('HSET', takers, worker, question .. ' ' .. unit .. ' ' .. token)
        call('ZREM', idle, worker)
        return with_orders(describe(unit, token), known)
    end
    local unproved = call('ZRANGEBYSCORE', done, '-inf', '(' .. call('LLEN', orders), 'LIMIT', 0, 1)[1]
    if unproved then
        local answer = {'check', unproved, field(unproved, 'token')}
        add_slices(answer, unproved)
        return with_orders(answer, known)
    end
    if is_done() then
        for i = 1, #KEYS do call('EXPIRE', KEYS[i], KEPT) end
        local created = tonumber(call('HGET', run, 'created'))
        return {'done', identity, created, call('ZCARD', done)}
    end
    call('ZADD', idle, now, worker)
    return {'wait'}
end

-- Whether somebody still has a unit, and this is the next that it says of it. The same once more has been done already.
local function may_say(unit, token, step)
    if field(unit, 'token') ~= token or not call('ZSCORE', leases, unit) then return 'lost' end
    return tonumber(field(unit, 'step')) < tonumber(step) and 'new' or 'known'
end

-- keys: what was learned with it.
function does.tell(unit, token, step, known, agreed, fresh, ends, stops, explored, position, slice, keys)
    if field(unit, 'token') == token and field(unit, 'step') == step then return with_orders({'told'}, known) end
    if may_say(unit, token, step) == 'lost' then return {'lost'} end
    for i = 1, #keys, 8 do
        local key = string.sub(keys, i, i + 7)
        if call('SADD', ordered, key) == 1 then call('RPUSH', orders, key) end
    end
    if fresh == '1' then forget(unit) end
    local index = add(unit, 'slices', 1) - 1
    call('HSET', slices, unit .. ':' .. index, slice)
    set(unit, 'position', position)
    set(unit, 'step', step)
    set(unit, 'explored', explored)
    drop(unit, 'losses')
    if stops == '1' then call('HSET', run, 'stop', unit) end
    if ends == '1' then
        drop(unit, 'position')
        call('ZREM', leases, unit)
        call('ZADD', done, agreed, unit)
        call('ZREM', wishes, unit)
    else
        call('ZADD', leases, now + LEASE, unit)
    end
    return with_orders({'told'}, known)
end

-- unit, token, known: what is learned does not contradict it. reopen: it does, and the unit is searched again.
function does.agree(unit, token, known)
    if field(unit, 'token') == token and call('ZSCORE', done, unit) then call('ZADD', done, 'GT', known, unit) end
    return {'noted'}
end

function does.reopen(unit, token)
    if field(unit, 'token') == token and call('ZREM', done, unit) == 1 then
        forget(unit)
        call('ZADD', open, 0, unit)
    end
    return {'noted'}
end

-- unit, token, step, one, other: in place of the unit's region, whose search has come to nothing. The other half is new.
function does.split(unit, token, step, one, other)
    if field(unit, 'token') == token and field(unit, 'step') == step then return {'split', tonumber(field(unit, 'half'))} end
    if may_say(unit, token, step) == 'lost' then return {'lost'} end
    local half = call('HINCRBY', run, 'created', 1) - 1
    forget(unit)
    set(unit, 'region', one)
    set(unit, 'step', step)
    set(unit, 'half', half)
    set(half, 'region', other)
    call('ZADD', open, half, half)
    call('ZADD', leases, now + LEASE, unit)
    call('ZREM', wishes, unit)
    return {'split', half}
end

-- unit, token: somebody else may have it. A loss if who searched it is gone.
function does.release(unit, token, loss)
    if field(unit, 'token') == token and call('ZREM', leases, unit) == 1 then
        if loss == '1' and add(unit, 'losses', 1) >= LOSSES then call('HSET', run, 'failed', unit) end
        set(unit, 'token', 'none')
        call('ZADD', open, unit, unit)
    end
    return {'noted'}
end

-- How many units somebody wants who waits and finds none.
local function wanted()
    if call('ZCARD', open) > 0 then return 0 end
    call('ZREMRANGEBYSCORE', wishes, '-inf', now - QUIET)
    return call('ZCOUNT', idle, now - QUIET, '+inf') - call('ZCARD', wishes)
end

-- candidate, then unit, token ...: they are still being searched. The candidate, or '', is one that could be split.
function does.beat(candidate, ...)
    local given, answer = {...}, {'alive', call('HEXISTS', run, 'stop'), 0}
    for i = 1, #given, 2 do
        local mine = field(given[i], 'token') == given[i + 1] and call('ZSCORE', leases, given[i])
        if mine then call('ZADD', leases, now + LEASE, given[i]) end
        answer[#answer + 1] = mine and 1 or 0
    end
    if candidate ~= '' and wanted() > 0 then
        call('ZADD', wishes, now, candidate)
        answer[3] = 1
    end
    return answer
end

function does.number(maker, child)
    local key = maker .. ':' .. child
    local number = call('HGET', actors, key)
    if not number then
        number = tonumber(call('HGET', run, 'base')) + call('HLEN', actors)
        call('HSET', actors, key, number)
    end
    return {'number', tonumber(number)}
end

-- What has come of a unit, once there is nothing left to come.
function does.result(unit)
    local answer = {'result'}
    add_slices(answer, unit)
    return answer
end

function does.count()
    return {'count', tonumber(call('HGET', run, 'created'))}
end

function does.status()
    local explored = 0
    local created = tonumber(call('HGET', run, 'created'))
    for unit = 0, created - 1 do explored = explored + tonumber(field(unit, 'explored') or 0) end
    return {'status', created, call('ZCARD', done), call('ZCOUNT', leases, now, '+inf'), call('ZCARD', open), explored,
        call('ZCOUNT', idle, now - QUIET, '+inf'), now - tonumber(call('HGET', run, 'began')),
        call('HEXISTS', run, 'stop'), call('HEXISTS', run, 'failed'), is_done() and 1 or 0}
end

local owner = call('HGET', run, 'identity')
if operation == 'look' then return owner and does.look() or {'none'} end
if operation == 'begin' and not owner then return does.begin(ARGV[3], ARGV[4]) end
if not owner then return {'none'} end
if owner ~= identity and operation ~= 'status' then return {'other'} end
return does[operation](unpack(ARGV, 3))
