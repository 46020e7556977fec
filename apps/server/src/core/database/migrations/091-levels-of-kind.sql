-- Levels that were given in an organisation of another kind (decision 016). They become the lowest level of its kind and the member is
-- suspended: whether they are its people at all, its administrator or the maker decides again. With the maker the lowest is 0, as even
-- a developer sees everything. Level 1 stays wherever it is, as it sees only what is shared with it, and so do those that open nothing.
-- Nobody is left without a top: the last at it could not be given another level. Sessions and links to a new password end.
with wrong as (
  select m.path, m.id, case d.data->>'kind' when 'facility' then 2 when 'agency' then 50 when 'developer' then 0 else 1 end as lowest
  from documents m
  join documents d on d.path = 'domain/' || (m.data->>'domainId')
  where m.collection = 'staff' and m.parent_path = '' and d.data->>'kind' in ('facility', 'agency', 'developer', 'individual')
    and not (m.data->>'accessLevel')::int = any(case d.data->>'kind'
      when 'facility' then array[0, 1, 2, 3, 4, 5] when 'agency' then array[0, 1, 50, 51] when 'developer' then array[0, 1, 100, 101, 102, 200] else array[0, 1] end)
), ended as (
  delete from auth_session where "userId" in (select id from wrong)
), voided as (
  update mailed_link set used_at = now() where user_id in (select id from wrong) and used_at is null
)
update documents m
set data = m.data || jsonb_build_object('accessLevel', wrong.lowest, 'state', 'suspended'), version = nextval('document_version')
from wrong where m.path = wrong.path;
