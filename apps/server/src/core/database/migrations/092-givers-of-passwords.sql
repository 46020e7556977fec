-- Who gave a link to a new password and which level and organisation its member had then: it is worth what its giver may do today, for
-- who the member was. Links that were handed over before are over, as nothing says who gave them.
alter table mailed_link
  add column given_by     text,
  add column given_level  integer,
  add column given_domain text;
update mailed_link set used_at = now() where kind = 'resetPassword' and not proves_address and used_at is null;
