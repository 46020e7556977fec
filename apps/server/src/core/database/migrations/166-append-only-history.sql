-- The application's role (database/application-role.ts) adds to the update history and can neither change nor delete an entry of it.
-- The owner of the tables can: it takes out what the history leaves out by now (114), and exported heads show what else it does.
create function refuse_history_change() returns trigger language plpgsql as $$
begin
  if current_user = 'yamori_app' then
    raise exception 'entries of the update history cannot be changed or deleted' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
create trigger documents_append_only_history before update or delete on documents
  for each row when (old.collection = 'updateHistory') execute function refuse_history_change();
