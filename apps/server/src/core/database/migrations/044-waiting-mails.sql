-- Mails until a mail server took them (decision 016). Receiver, words and link are sealed with the server's secret: whoever reads
-- this table reads neither an address nor a link.
create table waiting_mail (
  id          text primary key,
  -- What it is about, for the log.
  kind        text not null,
  sealed      bytea not null,
  -- Tries so far, also those of servers that died in the middle of one.
  attempts    integer not null default 0,
  created_at  timestamptz not null default now(),
  -- Whoever takes it for a try moves this on first, so that no other server takes it meanwhile.
  next_try_at timestamptz not null default now(),
  -- Of no use afterwards: its link is over.
  expires_at  timestamptz not null
);
create index waiting_mail_next on waiting_mail (next_try_at);
