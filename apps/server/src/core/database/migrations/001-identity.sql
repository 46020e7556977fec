-- Who may sign in. Column names are those of the sign-in library. People are not split by organisation: one address
-- signs in once, wherever they work; where data is spread over machines these small tables are kept whole on each.
create table auth_user (
  id              text primary key,
  name            text not null,
  email           text not null unique,
  "emailVerified" boolean not null default false,
  image           text,
  "createdAt"     timestamptz not null default current_timestamp,
  "updatedAt"     timestamptz not null default current_timestamp
);

create table auth_session (
  id            text primary key,
  token         text not null unique,
  "userId"      text not null references auth_user (id) on delete cascade,
  "expiresAt"   timestamptz not null,
  "createdAt"   timestamptz not null default current_timestamp,
  "updatedAt"   timestamptz not null,
  "ipAddress"   text,
  "userAgent"   text,
  -- The member's level at sign-in: when it falls below, the session ends.
  "accessLevel" integer
);
create index auth_session_user on auth_session ("userId");

create table auth_account (
  id                      text primary key,
  "accountId"             text not null,
  "providerId"            text not null,
  "userId"                text not null references auth_user (id) on delete cascade,
  "accessToken"           text,
  "refreshToken"          text,
  "idToken"               text,
  "accessTokenExpiresAt"  timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope                   text,
  password                text,
  "createdAt"             timestamptz not null default current_timestamp,
  "updatedAt"             timestamptz not null
);
create index auth_account_user on auth_account ("userId");

create table auth_verification (
  id          text primary key,
  identifier  text not null,
  value       text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index auth_verification_identifier on auth_verification (identifier);

-- Tries to sign in since the window began, by account (a hash, known or not) and by address.
create table auth_try (
  subject         text not null,
  window_start_at timestamptz not null,
  tries           integer not null,
  primary key (subject, window_start_at)
);
create index auth_try_window on auth_try (window_start_at);

-- Keys that every server of an installation shares.
create table server_secret (
  name  text primary key,
  value text not null
);
