-- When an organisation last had its turn with jobs of a kind: whoever waited longest is next, so that one that ordered ten thousand
-- holds nobody else up (decision 022).
create table job_turns (
  root_domain_id text collate "C" not null,
  kind           text collate "C" not null,
  turned_at      timestamptz not null,
  primary key (root_domain_id, kind)
);
-- Finds the organisations that wait and the oldest job of each without reading all that wait.
drop index jobs_to_claim;
create index jobs_to_claim on jobs (kind, root_domain_id, run_after) where state in ('waiting', 'running');
-- How many nights an organisation waits for.
create index night_orders_waiting on night_orders (root_domain_id) where done < asked;
