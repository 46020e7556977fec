-- Browsers that members are told of alarms on while no page is open (decision 041). Address and keys are sealed with the server's secret:
-- whoever reads this table can tell nobody anything.
create table push_browser (
  -- SHA-256 of the address: a browser is one member's, the last one's who said so there.
  id         text primary key,
  user_id    text not null references auth_user (id) on delete cascade,
  sealed     bytea not null,
  created_at timestamptz not null default now()
);
create index push_browser_user on push_browser (user_id, created_at);
