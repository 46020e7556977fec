-- A link to a new password that a manager hands over in person proves nothing about the address: it takes no account over
-- as a mailed one does where nobody had proved the address before.
alter table mailed_link add column proves_address boolean not null default true;
