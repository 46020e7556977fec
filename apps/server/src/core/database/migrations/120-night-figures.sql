-- What lists show of nights, beside the documents that hold all of them (decision 034). Written in every commit of a night; who sees
-- a row is said by the document, which it is joined with by its path. Rows that are missing are counted when a server starts.
create table night_figures (
  room_id        text collate "C" not null,
  -- Local date on which the night begins.
  night          text collate "C" not null,
  -- By which way of counting; older ones are counted again.
  counted_as     integer not null,
  begins_at      timestamptz(3) not null,
  ends_at        timestamptz(3) not null,
  state          text not null,
  result_version integer not null,
  quality        text,
  coverage       double precision,
  is_corrected   boolean not null,
  figures        jsonb not null,
  bounds         jsonb not null,
  course         text not null,
  primary key (room_id, night)
);
