-- Two that were saved at one instant could have one name. The newer of them get a number behind theirs, one that nothing of the same owner has.
with row as (
  select id, root_domain_id, domain_id, owner_id, left(name, 70) as base,
    row_number() over (partition by root_domain_id, domain_id, owner_id, name order by created_at, id) as place
  from saved_reports
), double as (
  select *, row_number() over (partition by root_domain_id, domain_id, owner_id, base order by place, id) as turn from row where place > 1
), free as (
  select base.*, number, row_number() over (partition by root_domain_id, domain_id, owner_id, base order by number) as turn
  from (select root_domain_id, domain_id, owner_id, base, count(*) as doubles from double group by 1, 2, 3, 4) base,
    lateral (select count(*) as had from saved_reports o where o.root_domain_id = base.root_domain_id and o.domain_id = base.domain_id and o.owner_id = base.owner_id) own,
    lateral generate_series(2, 1 + base.doubles + own.had) number
  where not exists (select 1 from saved_reports o
    where o.root_domain_id = base.root_domain_id and o.domain_id = base.domain_id and o.owner_id = base.owner_id and o.name = base.base || ' (' || number || ')')
)
update saved_reports saved set name = free.base || ' (' || free.number || ')'
from double join free using (root_domain_id, domain_id, owner_id, base, turn) where saved.id = double.id;

-- What somebody kept for themselves goes with their account.
delete from saved_reports where not is_shared and not exists (select 1 from auth_user u where u.id = owner_id);

create unique index saved_reports_name on saved_reports (root_domain_id, domain_id, owner_id, name);

-- Links to reports that are not there open nothing, and say so before somebody signs in by them.
update one_time_link l set revoked_at = now() where revoked_at is null and subject->>'kind' = 'report'
  and not exists (select 1 from saved_reports s where s.id = l.subject->>'report' and s.domain_id = l.domain_id);
