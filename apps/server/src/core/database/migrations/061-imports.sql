-- Files on their way in (docs/import.md). What people see of one is its document room/{id}/uploadHistory/{sha256}.
create table uploads (
  root_domain_id text collate "C" not null,
  upload_id      uuid not null,
  room_id        text collate "C" not null,
  sha256         text collate "C" not null,
  owner_id       text collate "C" not null,
  size_bytes     bigint not null,
  -- Bytes that are durable, from the beginning.
  offset_bytes   bigint not null default 0,
  -- An upload that nobody goes on with is thrown away then; null once it is whole.
  expires_at     timestamptz(3),
  created_at     timestamptz(3) not null,
  primary key (root_domain_id, upload_id)
);
create unique index uploads_by_id on uploads (upload_id);
create unique index uploads_by_file on uploads (room_id, sha256);
create index uploads_unfinished on uploads (expires_at) where expires_at is not null;

-- The original bytes in pieces, each with its SHA-256.
create table upload_pieces (
  root_domain_id text collate "C" not null,
  upload_id      uuid not null,
  at_byte        bigint not null,
  byte_length    integer not null,
  sha256         bytea not null,
  bytes          bytea not null,
  primary key (root_domain_id, upload_id, at_byte)
);
alter table upload_pieces alter column bytes set storage external;

-- How far a file has come onto the timeline: moved in the transaction that stores what it counts.
create table import_runs (
  root_domain_id text collate "C" not null,
  upload_id      uuid not null,
  settings       jsonb not null,
  -- What the check found; null until it is through.
  plan           jsonb,
  -- Windows of the file that are on the timeline, and what came of their frames.
  windows_done   integer not null default 0,
  added_frames   bigint not null default 0,
  repeated_frames bigint not null default 0,
  primary key (root_domain_id, upload_id)
);

-- Which frames an import added to a device's own timeline, so that undoing takes away these and no others.
create table imported_frames (
  root_domain_id text collate "C" not null,
  import_id      uuid not null,
  serial         text not null,
  stream_id      integer not null,
  slot           bigint not null,
  -- Device time behind the slot's beginning and sequence of each (timeline/importing/frame-list.ts).
  frames         bytea not null,
  primary key (root_domain_id, import_id, serial, stream_id, slot)
);

-- From when to when an import says that a device stood in a room, beside what the device's own moves say.
create table imported_stays (
  root_domain_id text not null,
  import_id      uuid not null,
  serial         text not null,
  room_id        text not null,
  from_us        bigint not null,
  to_us          bigint not null,
  primary key (root_domain_id, import_id)
);
create index imported_stays_by_device on imported_stays (serial, from_us);
create index imported_stays_by_room on imported_stays (root_domain_id, room_id, from_us);
