-- Documents of every collection. Text compares by bytes ("C"), which is the order of the document layer.
create sequence document_version;

create table documents (
  root_domain_id text collate "C" not null,
  path           text collate "C" not null,
  collection     text collate "C" not null,
  -- Empty at the root.
  parent_path    text collate "C" not null,
  id             text collate "C" not null,
  -- Encoded values (dates and the like as one-key maps that begin with $).
  data           jsonb not null,
  -- Whose it is (placement of the access rules); what lies below a room follows the room.
  domain_ids     text[] not null,
  shared_with    text[] not null,
  -- The document that part of the placement is taken from, or null.
  holder_path    text collate "C",
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  version        bigint not null,
  primary key (root_domain_id, path)
);

create unique index documents_path on documents (path);
create index documents_collection on documents (collection, parent_path, path);
create index documents_holder on documents (holder_path) where holder_path is not null;
create index documents_parent on documents (parent_path) where parent_path <> '';
create index documents_data on documents using gin (data jsonb_path_ops);

-- The unique key of a collection, as the JSON of the key's values.
create table document_keys (
  parent_path text collate "C" not null,
  collection  text collate "C" not null,
  key_values  text collate "C" not null,
  path        text collate "C" not null,
  primary key (collection, parent_path, key_values)
);
create unique index document_keys_path on document_keys (path);

-- What happened, written in the transaction that did it; read in the order of (xid, seq) once no transaction that
-- began earlier can still commit.
create table document_changes (
  xid            xid8 not null default pg_current_xact_id(),
  seq            bigint generated always as identity,
  root_domain_id text collate "C" not null,
  path           text collate "C" not null,
  collection     text collate "C" not null,
  parent_path    text collate "C" not null,
  before         jsonb,
  after          jsonb,
  -- User whose write it was; null for the server's own.
  author         text,
  at             timestamptz(3) not null,
  primary key (root_domain_id, xid, seq)
);
create index document_changes_order on document_changes (xid, seq);
create index document_changes_collection on document_changes (collection, xid, seq);
create index document_changes_at on document_changes (at);
