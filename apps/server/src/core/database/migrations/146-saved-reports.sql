-- Filters of reports under a name. The filter of a row never changes: a one-time link opens what it was made for.
create table saved_reports (
  id                  text collate "C" primary key,
  root_domain_id      text collate "C" not null,
  domain_id           text collate "C" not null,
  owner_id            text collate "C" not null,
  name                text not null,
  -- Whether colleagues see it as well.
  is_shared           boolean not null,
  filter              jsonb not null,
  created_at          timestamptz(3) not null,
  -- Members who get a link to it by mail, and when next; null where nobody does.
  schedule_every      text,
  schedule_recipients text[] not null default '{}',
  schedule_next_at    timestamptz(3)
);
create index saved_reports_domain on saved_reports (domain_id, name);
create index saved_reports_due on saved_reports (schedule_next_at) where schedule_next_at is not null;

-- To whom the link of which turn was handed over: a job that runs again sends nothing twice.
create table report_mails (
  report_id text collate "C" not null references saved_reports (id) on delete cascade,
  due_at    timestamptz(3) not null,
  user_id   text collate "C" not null,
  primary key (report_id, due_at, user_id)
);
