-- In which room a device stood from when to when; null while it stands nowhere. Times are the server's, µs since 1970.
create table device_assignments (
  root_domain_id text not null,
  serial text not null,
  room_id text,
  from_us bigint not null,
  to_us bigint,
  primary key (serial, from_us, root_domain_id)
);
create index device_assignments_by_room on device_assignments (root_domain_id, room_id, from_us);
