-- Work that must be done once, by whichever server has time (decision 022). One live job a kind and subject.
create table jobs (
  root_domain_id   text collate "C" not null,
  job_id           uuid not null,
  kind             text collate "C" not null,
  -- What it works on; a second live job on the same is the same job.
  subject          text collate "C" not null,
  parameters       jsonb not null,
  -- waiting, running, done, failed, cancelled
  state            text collate "C" not null default 'waiting',
  attempt          integer not null default 0,
  run_after        timestamptz(3) not null default now(),
  -- Who runs it; whoever holds another id does nothing any more.
  lease_id         uuid,
  leased_until     timestamptz(3),
  cancel_requested boolean not null default false,
  -- Code of the problem that ended it, or of the last try.
  problem          text,
  created_at       timestamptz(3) not null default now(),
  -- Set when it ends; the row goes then.
  expires_at       timestamptz(3),
  primary key (root_domain_id, job_id)
);
create unique index jobs_live on jobs (kind, subject) where state in ('waiting', 'running');
create index jobs_to_claim on jobs (kind, run_after) where state in ('waiting', 'running');
create index jobs_ended on jobs (expires_at) where expires_at is not null;
