-- Nights of rooms that have to be looked at (decision 028). `asked` counts how often they were asked for, `done` how much of that
-- is answered: what is asked for while a night is being looked at is looked at afterwards.
create table night_orders (
  root_domain_id text collate "C" not null,
  room_id        text collate "C" not null,
  -- Local date on which the night begins.
  night          text collate "C" not null,
  asked          bigint not null default 1,
  done           bigint not null default 0,
  primary key (root_domain_id, room_id, night)
);
create index night_orders_open on night_orders (room_id, night) where done < asked;

-- Every result of a night, written with the document that shows the newest; the oldest are forgotten.
create table night_versions (
  root_domain_id text collate "C" not null,
  room_id        text collate "C" not null,
  night          text collate "C" not null,
  version        integer not null,
  analysed_at    timestamptz(3) not null,
  -- Stands for all that went into it.
  input          text collate "C" not null,
  -- Fields of the document, encoded as they are there.
  fields         jsonb not null,
  primary key (root_domain_id, room_id, night, version)
);

-- Nights of organisations that are over and were asked for, by whichever server was first.
create table night_rounds (
  root_domain_id text collate "C" not null,
  domain_id      text collate "C" not null,
  night          text collate "C" not null,
  -- When it was last looked whether anything came late.
  checked_at     timestamptz(3) not null,
  primary key (root_domain_id, domain_id, night)
);
