-- Parts of device messages that were set aside, with the reason; the newest few of each device.
create table refused_frames (
  serial text not null,
  refused_id uuid not null default gen_random_uuid(),
  refused_ms bigint not null,
  reason text not null,
  transport text not null,
  address text not null,
  byte_length integer not null,
  -- The first bytes, at most 4 KiB.
  bytes bytea not null,
  primary key (serial, refused_id)
);
create index refused_frames_by_time on refused_frames (serial, refused_ms);
