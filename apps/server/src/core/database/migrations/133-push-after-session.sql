-- A browser whose session has ended is told nothing more, and is known still: its member is told again there behind the next sign-in, without
-- having to ask for it anew (decision 044). Before a session ends by its time its browser is told so.
alter table push_browser drop constraint push_browser_session_id_fkey;
alter table push_browser alter column session_id drop not null;
alter table push_browser add constraint push_browser_session_id_fkey foreign key (session_id) references auth_session (id) on delete set null;
alter table push_browser add column end_told_at timestamptz;
-- Whoever never comes back leaves theirs.
alter table push_browser add column expires_at timestamptz not null default now() + interval '60 days';
create index push_browser_expiry on push_browser (expires_at);
