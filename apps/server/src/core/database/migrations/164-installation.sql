-- Whether this database belongs to a demonstration, whose accounts are public, or to a real installation. Written by the
-- first server that starts on it; at most one row.
create table installation (
  is_only    boolean primary key default true check (is_only),
  kind       text not null check (kind in ('demonstration', 'real')),
  created_at timestamptz not null default now()
);
