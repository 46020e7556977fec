-- Devices whose records of the night have not all arrived, and how long the server waits for them.
-- The night is provisional as long as there are any.
alter table night_figures
  add column awaited_until   timestamptz(3),
  add column awaited_devices jsonb not null default '[]';
create index night_figures_awaited on night_figures (awaited_until) where awaited_until is not null;
