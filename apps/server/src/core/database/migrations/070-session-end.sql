-- Why a session ended other than by its own sign-out, for the browser that still holds its token and asks. The token itself
-- opens nothing any more; its hash finds the row. Gone when the session would have been over anyway.
create table auth_session_end (
  token_hash text primary key,
  reason     text not null,
  ended_at   timestamptz not null,
  expires_at timestamptz not null
);
create index auth_session_end_expiry on auth_session_end (expires_at);
