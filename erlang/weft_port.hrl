%% What a port knows that is a socket (weft_port.erl): of gen_tcp and gen_udp, or of the module socket (weft_socket.erl).
-record(socket, {
    port,                  % itself
    type,                  % stream or dgram
    family,                % inet, inet6 or local
    owner,
    stage = open,          % open, bound, listening, connected, half (the other end writes no more), gone or closed
    backlog = 0,           % connections that may wait to be accepted, besides one
    accepted = 0,
    keys = [],             % of cells that say where it can be reached
    local = none,          % its own address
    remote = none,         % the one it is connected to
    peer = none,           % the port of the other end
    options = #{},
    active = false,        % false, true, once or how many times still
    bytes = <<>>,          % of the stream, taken from the wire and wanted by nobody yet
    due = false,           % a message `more' is under way to itself
    returned = 0,          % how many of them were given back by unrecv
    head = false,          % packet http: the first line was read, its headers follow
    waiting = [],          % calls that wait for data or a connection, first come first
    passed = [],           % connections that came while nobody who wanted one was there any more
    sent = {0, 0, 0},      % bytes, packets, most bytes of one; of a stream once it is closed
    half = false,          % shutdown: nothing more is read
    received = {0, 0, 0, 0.0, 0.0},   % bytes, packets, most bytes of one, mean, mean distance from that
    read = 0,              % bytes taken from the wire
    credits = []           % who waits for that to grow: {From, Ref, Sent}
}).
