-- What each group commit of frames brought, numbered by its server without a gap: rules read on from
-- here what did not reach them over the Bus. The frames themselves lie in staged_frames or in chunks.
create table staging_log (
  server      text not null,
  number      bigint not null,
  received_ms bigint not null,
  -- [serial, stream, slot, first sequence, frames, first device time in µs] of each run of frames
  heads       json not null,
  primary key (server, number)
);
