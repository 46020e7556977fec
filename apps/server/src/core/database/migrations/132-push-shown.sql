-- Which browser shows a notice of which alarm, and whom it told there: so that it can say that somebody goes (decision 044).
create table push_shown (
  -- The alarm and the browser.
  id         text primary key,
  alarm      text not null,
  browser_id text not null references push_browser (id) on delete cascade,
  user_id    text not null,
  -- What nobody ends, devices have long put away by then.
  expires_at timestamptz not null
);
create index push_shown_alarm on push_shown (alarm);
create index push_shown_browser on push_shown (browser_id);
create index push_shown_expiry on push_shown (expires_at);
