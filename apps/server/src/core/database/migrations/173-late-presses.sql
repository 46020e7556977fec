-- When a press was made that arrived too late for a call, until its entry in the list of alarms is
-- written. `called_at` is set, so that no server calls for it.
alter table room_presses add column late_at timestamptz;
create index room_presses_late on room_presses (received_at) where late_at is not null;
