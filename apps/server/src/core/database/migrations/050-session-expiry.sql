-- Sessions that have ended are deleted a few at a time, the oldest first (expired-rows.ts).
create index auth_session_expiry on auth_session ("expiresAt");
