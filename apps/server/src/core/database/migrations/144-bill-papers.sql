-- What was handed out, byte by byte: an issued bill and its cancellation stay as they were, whatever a later version would draw.
create table bill_papers (
  root_domain_id text collate "C" not null,
  -- domain/{id}/bill/{id}
  path           text collate "C" not null,
  -- bill, cancellation
  kind           text collate "C" not null,
  number         text collate "C" not null,
  sha256         text collate "C" not null,
  pdf            bytea not null,
  made_at        timestamptz(3) not null,
  primary key (root_domain_id, path, kind)
);
create index bill_papers_path on bill_papers (path);
-- Packed already.
alter table bill_papers alter column pdf set storage external;
