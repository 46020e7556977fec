-- Every press of a call button, from the group commit that stored its frame or from the commit of its call, whichever is first. A press
-- without a call waits until a server has called for it, so that an acknowledged press outlives every server.
create table room_presses (
  serial text not null,
  stream_id int not null,
  sequence bigint not null,
  device_time_us bigint not null,
  received_at timestamptz not null,
  room_id text,
  called_at timestamptz,
  primary key (serial, stream_id, sequence, device_time_us)
);
create index room_presses_waiting on room_presses (received_at) where called_at is null;
create index room_presses_old on room_presses (received_at) where called_at is not null;
