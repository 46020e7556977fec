-- Every commit of a tree of organisations has a number. Its row is locked from the moment a commit
-- takes the next number until it ends, so changes become visible in the order of their numbers, and
-- a reader that goes on from a number misses nothing.
create table tree_head (
  root_domain_id text collate "C" not null primary key,
  seq            bigint not null,
  -- Changes of that commit.
  n              int not null
) with (fillfactor = 50);

-- The outbox holds ten minutes for open pages. They read again, so it starts empty.
drop table document_changes;

create table document_changes (
  root_domain_id text collate "C" not null,
  seq            bigint not null,
  n              int not null,
  -- Order across trees, for a document that moves between them. Drawn under the locks of the trees.
  ordinal        bigint generated always as identity,
  -- Tells which readings of the database have seen the change.
  xid            xid8 not null default pg_current_xact_id(),
  path           text collate "C" not null,
  collection     text collate "C" not null,
  parent_path    text collate "C" not null,
  before         jsonb,
  after          jsonb,
  -- User whose write it was; null for the server's own.
  author         text,
  at             timestamptz(3) not null,
  primary key (root_domain_id, seq, n)
);
create index document_changes_collection on document_changes (collection, xid);
create index document_changes_at on document_changes (at);
