-- What was answered to a member's command that may arrive again: a browser that was cut off sends it anew under the same key.
create table command_answers (
  member_id    text collate "C" not null,
  command_key  uuid not null,
  -- SHA-256 of the command, so that a key is never taken for another command.
  content_hash bytea not null,
  -- Never anything about a person: paths of documents, or that it was accepted.
  answer       jsonb not null,
  answered_at  timestamptz(3) not null,
  primary key (member_id, command_key)
);
