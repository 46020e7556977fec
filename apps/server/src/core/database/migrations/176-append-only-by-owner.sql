-- Each database of a cluster has an application role with a name of its own, so the owner of the
-- tables and its members are those who may change or delete entries of the update history (166).
create or replace function refuse_history_change() returns trigger language plpgsql as $$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
    raise exception 'entries of the update history cannot be changed or deleted' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
