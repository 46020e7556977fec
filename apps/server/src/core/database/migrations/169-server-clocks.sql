-- How far the clock of a machine is ahead of the database, so that each server can show all.
alter table servers add column clock_ahead_ms integer not null default 0;
