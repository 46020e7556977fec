-- Servers that run, and the shards of rooms that they own. A server moves its beat once a second; who
-- sees it stand still for four seconds of its own monotonic time may take its shards. A commit that
-- tells somebody something locks the row of its shard and compares the epoch.
create table servers (
  id     text primary key,
  beat   bigint not null,
  cursor jsonb not null default '{}'
) with (fillfactor = 50);
create table shards (
  shard       smallint primary key check (shard between 0 and 255),
  owner       text,
  epoch       bigint not null default 0,
  from_cursor jsonb not null default '{}'
) with (fillfactor = 50);
insert into shards (shard) select generate_series(0, 255);
