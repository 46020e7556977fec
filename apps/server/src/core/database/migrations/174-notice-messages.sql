-- Messages of a notification and their outcomes: an alarm records whom they reached (decision 041).
create table notice_message (
  -- The kind of job, the notification and the browser or member.
  id         text primary key,
  notice     text not null,
  kind       text not null,
  user_id    text not null,
  state      text not null default 'sending' check (state in ('sending', 'delivered', 'failed')),
  expires_at timestamptz not null
);
create index notice_message_notice on notice_message (notice);
create index notice_message_expiry on notice_message (expires_at);
