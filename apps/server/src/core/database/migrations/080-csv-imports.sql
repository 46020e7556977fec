-- Tables of rooms, devices, staff and nights on their way in (docs/csv-import.md).
create table csv_imports (
  root_domain_id text collate "C" not null,
  import_id      uuid not null,
  owner_id       text collate "C" not null,
  domain_id      text collate "C" not null,
  -- room, device, staff, night
  kind           text collate "C" not null,
  file_name      text not null,
  language       text collate "C" not null,
  -- draft, running, done, cancelled, failed, undoing, undone
  state          text collate "C" not null,
  -- What becomes of rows about what is there already: update or skip.
  existing       text collate "C" not null default 'update',
  -- Code of the problem that ended it.
  error          text collate "C",
  created_at     timestamptz(3) not null,
  expires_at     timestamptz(3) not null,
  primary key (root_domain_id, import_id)
);
create unique index csv_imports_by_id on csv_imports (import_id);
create index csv_imports_by_owner on csv_imports (owner_id, created_at);
create index csv_imports_expired on csv_imports (expires_at);

create table csv_rows (
  root_domain_id text collate "C" not null,
  import_id      uuid not null,
  -- Line of the file.
  row_number     integer not null,
  cells          jsonb not null,
  -- What the row is about; the second row of an import with the same is refused.
  row_key        text,
  -- Null until the server has come to it; moved in the transaction that does what it says.
  outcome        text collate "C",
  problem        jsonb,
  -- The document or invitation that the row made.
  made           text collate "C",
  -- Code of an invitation that nobody was mailed, sealed.
  secret         bytea,
  primary key (root_domain_id, import_id, row_number),
  foreign key (root_domain_id, import_id) references csv_imports (root_domain_id, import_id) on delete cascade
);
create index csv_rows_keys on csv_rows (root_domain_id, import_id, row_key);
create index csv_rows_outcomes on csv_rows (root_domain_id, import_id, outcome, row_number);
