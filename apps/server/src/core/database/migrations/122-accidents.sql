-- What the rules of accidents saw of a room, and where they stood when it began (decision 038): a row a room and hour, or less where
-- another server took the room over. Replayed by a server that takes a room up, and by rehearsals.
create table room_facts (
  room_id    text collate "C" not null,
  begins_at  timestamptz(3) not null,
  -- Up to when it is known that nothing else was seen.
  ends_at    timestamptz(3) not null,
  state      jsonb not null,
  -- A line a change: milliseconds since the line before, changed facts, events.
  entries    text collate "C" not null,
  expires_at timestamptz(3) not null,
  primary key (room_id, begins_at)
);
create index room_facts_expiry on room_facts (expires_at);

-- Who acknowledged an accident was an id before there was anything that raised one.
update documents
set data = jsonb_set(data, '{acknowledgedBy}', jsonb_build_object('userId', data -> 'acknowledgedBy', 'name', ''))
where collection = 'accident' and jsonb_typeof(data -> 'acknowledgedBy') = 'string';
