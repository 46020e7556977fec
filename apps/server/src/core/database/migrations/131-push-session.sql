-- A browser is told of alarms as long as the session lasts in which somebody asked for it: who ends the session of a lost phone,
-- changes the password or suspends a member, silences it as well.
delete from push_browser;
alter table push_browser add column session_id text not null references auth_session (id) on delete cascade;
create index push_browser_session on push_browser (session_id);
