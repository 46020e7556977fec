-- Sessions are opened by our own door (decision 014): what was proved to open one, and when last.
alter table auth_session
  add column provider          text not null default 'email',
  add column factors           integer not null default 1,
  add column "singleTimeToken" text,
  -- When somebody last proved to be who they are: dangerous acts ask again.
  add column "confirmedAt"     timestamptz,
  add column "lastUsedAt"      timestamptz;

-- Somebody proved a first factor and owes the second. The cookie holds the token; here is its hash.
create table auth_pending (
  token_hash        text primary key,
  user_id           text not null references auth_user (id) on delete cascade,
  provider          text not null,
  single_time_token text,
  tries             integer not null default 0,
  expires_at        timestamptz not null
);
create index auth_pending_expiry on auth_pending (expires_at);

-- What a member sees of who tried to sign in as them.
create table sign_in_event (
  id         bigint generated always as identity,
  user_id    text not null references auth_user (id) on delete cascade,
  at         timestamptz not null,
  provider   text not null,
  outcome    text not null,
  address    text not null,
  user_agent text not null,
  primary key (user_id, id)
);
create index sign_in_event_at on sign_in_event (at);
