-- Small pictures of members, checked by their content.
create table member_photo (
  user_id      text primary key references auth_user (id) on delete cascade,
  content_type text not null,
  bytes        bytea not null,
  updated_at   timestamptz not null
);
