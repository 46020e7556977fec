-- Who may become a member of what. The code is kept as a hash; who invited stays on record after they are gone.
create table invitation (
  id           text primary key,
  kind         text not null,
  code_hash    text not null unique,
  -- The organisation that a member joins, or the one above a new organisation.
  domain_id    text,
  access_level integer not null,
  -- Kind and limits of a new organisation.
  organisation jsonb,
  label        text not null,
  mailed       boolean not null,
  invited_by   text not null,
  inviter_name text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  revoked_at   timestamptz,
  accepted_at  timestamptz,
  accepted_by  text
);
create index invitation_domain on invitation (domain_id, created_at);
create index invitation_expiry on invitation (expires_at);

-- A link that opens one thing once, for somebody who has no account.
create table one_time_link (
  id           text primary key,
  token_hash   text not null unique,
  domain_id    text not null,
  subject      jsonb not null,
  label        text not null,
  created_by   text not null,
  creator_name text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  opened_at    timestamptz,
  revoked_at   timestamptz,
  -- Whose session it opened.
  guest_id     text references auth_user (id) on delete set null
);
create index one_time_link_domain on one_time_link (domain_id, created_at);
create index one_time_link_expiry on one_time_link (expires_at);
create index one_time_link_guest on one_time_link (guest_id);
