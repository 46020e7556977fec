-- Raw data by device and time (docs/ingest.md). The serial leads every key and not the organisation's id: a device
-- may be lent to another organisation, and a frame that is sent again after that must still be the same frame.

-- One row a stream that ever sent; the compactor's lock.
create table timeline_streams (
  serial text not null,
  stream_id integer not null,
  -- Longest time between from_us and to_us of a chunk: how far before its start a reader has to look.
  max_span_us bigint not null default 0,
  primary key (serial, stream_id)
);

-- Whole frames as they came, from the acknowledgement until the compactor has put them into chunks.
create table staged_frames (
  serial text not null,
  stream_id integer not null,
  -- floor(device time / 10 s)
  slot bigint not null,
  batch_id uuid not null default gen_random_uuid(),
  clock_offset_us bigint not null,
  channel_count integer not null,
  sample_rate_hz double precision not null,
  received_ms bigint not null,
  from_us bigint not null,
  to_us bigint not null,
  frame_count integer not null,
  sample_count integer not null,
  frames bytea not null,
  primary key (serial, stream_id, slot, batch_id)
);
-- The frames are packed already: looking for more costs time and gains nothing.
alter table staged_frames alter column frames set storage external;

create table timeline_chunks (
  serial text not null,
  stream_id integer not null,
  slot bigint not null,
  clock_offset_us bigint not null,
  channel_count integer not null,
  sample_rate_hz double precision not null,
  from_us bigint not null,
  to_us bigint not null,
  frame_count integer not null,
  sample_count integer not null,
  bins bytea not null,
  body bytea not null,
  primary key (serial, stream_id, slot, clock_offset_us, channel_count)
);
alter table timeline_chunks alter column body set storage external;
alter table timeline_chunks alter column bins set storage external;
create index timeline_chunks_by_time on timeline_chunks (serial, stream_id, from_us);

-- Coarse levels of the min/max pyramid, one row an hour and stream; built when the hour has come to rest.
create table timeline_hours (
  serial text not null,
  stream_id integer not null,
  hour bigint not null,
  bins_10s bytea not null,
  bins_2min bytea not null,
  primary key (serial, stream_id, hour)
);
alter table timeline_hours alter column bins_10s set storage external;
alter table timeline_hours alter column bins_2min set storage external;

-- Hours whose chunks changed after their row was built; every hour with chunks is here or above.
create table timeline_dirty_hours (
  serial text not null,
  stream_id integer not null,
  hour bigint not null,
  touched_ms bigint not null,
  primary key (serial, stream_id, hour)
);
create index timeline_dirty_hours_by_rest on timeline_dirty_hours (touched_ms);

-- What is taken off a device's times because its clock is far off; absent means 0.
create table device_clocks (
  serial text primary key,
  clock_offset_us bigint not null,
  latched_ms bigint not null
);
