-- Links that prove an address: mailed to it and told nobody else. Kept as hashes; each works once (decision 016).
create table mailed_link (
  id          text primary key,
  kind        text not null,
  secret_hash text not null unique,
  email       text not null,
  -- Whose account it is about; null where there is none yet.
  user_id     text references auth_user (id) on delete cascade,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index mailed_link_user on mailed_link (user_id);
create index mailed_link_email on mailed_link (email);
create index mailed_link_expiry on mailed_link (expires_at);

-- Somebody who has only looked around so far: no way in of their own. One who opened a one-time link is such a guest too.
alter table auth_user
  add column anonymous boolean not null default false,
  -- Of mails, and of the screens when the member signs in elsewhere.
  add column language  text;
create index auth_user_anonymous on auth_user ("createdAt") where anonymous;
