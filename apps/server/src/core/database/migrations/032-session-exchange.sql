-- A token that was exchanged answers for a moment more, for what was under way.
alter table auth_session
  add column "previousToken" text unique,
  add column "exchangedAt"   timestamptz;

-- A password that is only long enough beside a second factor.
alter table auth_account add column "shortPassword" boolean not null default false;

-- Failed tries in a row of an account, known or not, by a hash; gone with the first that succeeds.
create table auth_failed_run (
  subject  text primary key,
  failures integer not null,
  last_at  timestamptz not null
);
create index auth_failed_run_last on auth_failed_run (last_at);

-- A new key waits beside the one that counts until its app has shown a code.
alter table auth_totp
  alter column encrypted_key drop not null,
  add column pending_key bytea;
