-- Entries of the update history that still hold what is left out of it by now: words about residents and members, and keys. The server
-- takes the values out before it listens, and writes into the chain which entries it changed (decision 033).
create table update_history_redaction (
  root_domain_id text collate "C" not null,
  path           text collate "C" not null,
  primary key (root_domain_id, path)
);
insert into update_history_redaction (root_domain_id, path)
select data->>'rootDomainId', path from documents
where collection = 'updateHistory' and exists (
  select 1 from jsonb_array_elements(data->'changes') change
  where (coalesce(change->'before', 'null') <> 'null' or coalesce(change->'after', 'null') <> 'null')
    and (split_part(data->>'path', '/', -2), change->>'field') in (
      ('device', 'keyHash'), ('room', 'occupant'), ('accident', 'note'), ('accident', 'history'),
      ('staff', 'name'), ('staff', 'nameKana'), ('staff', 'email'), ('staff', 'phone'), ('staff', 'notify')));
