-- Entries of the update history that still hold what is left out of it by now (decision 055): free words that may be about somebody, names of
-- files, whom to speak to at a partner, what bills say of customers, and where individuals live. Taken out as 114 says.
insert into update_history_redaction (root_domain_id, path)
with entry as materialized (
  select data->>'rootDomainId' as root_domain_id, path, data->>'path' as about, change->>'field' as field, change->'before' as before, change->'after' as after
  from documents, jsonb_array_elements(data->'changes') change
  where collection = 'updateHistory' and jsonb_typeof(data->'changes') = 'array'
), home as materialized (
  select path from documents where collection = 'domain' and data->>'kind' = 'individual'
  union select about from entry where field = 'kind' and '"individual"' in (before::text, after::text)
)
select distinct root_domain_id, path from entry
where (coalesce(before, 'null') <> 'null' or coalesce(after, 'null') <> 'null') and root_domain_id is not null and (
  (split_part(about, '/', -2), field) in (
    ('device', 'name'), ('device', 'note'), ('deviceLoan', 'note'), ('room', 'tags'), ('uploadHistory', 'fileName'),
    ('partner', 'contact'), ('partner', 'email'), ('partner', 'phone'), ('partner', 'note'), ('bill', 'lines'))
  or (split_part(about, '/', -2) = 'bill' and field = 'recipient' and ('true' in (before->>'isPerson', after->>'isPerson')))
  or (split_part(about, '/', -2) = 'domain' and field in ('name', 'nameKana', 'contact', 'address') and about in (select path from home)))
on conflict do nothing;
