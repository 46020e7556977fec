-- A member's authenticator app. The key is encrypted with the server's secret; until it is confirmed it asks for nothing.
create table auth_totp (
  user_id       text primary key references auth_user (id) on delete cascade,
  encrypted_key bytea not null,
  created_at    timestamptz not null,
  confirmed_at  timestamptz
);

-- A code works once: the step of 30 seconds that it stood for is taken.
create table auth_totp_use (
  user_id text not null references auth_user (id) on delete cascade,
  step    bigint not null,
  primary key (user_id, step)
);

-- Kept as hashes; a used one goes.
create table auth_backup_code (
  user_id   text not null references auth_user (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table auth_passkey (
  credential_id   text primary key,
  user_id         text not null references auth_user (id) on delete cascade,
  public_key      bytea not null,
  sign_counter    bigint not null,
  transports      text[] not null,
  name            text not null,
  backed_up       boolean not null,
  created_at      timestamptz not null,
  last_used_at    timestamptz
);
create index auth_passkey_user on auth_passkey (user_id);

-- What a passkey was asked to sign; it answers once. `purpose` says for whom and what.
create table auth_challenge (
  challenge  text primary key,
  purpose    text not null,
  expires_at timestamptz not null
);
create index auth_challenge_expiry on auth_challenge (expires_at);
