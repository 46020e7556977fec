-- Identity providers of organisations. An organisation's provider vouches for its own members and those below it, up to
-- the level of whoever registered it.
create table saml_provider (
  id                  text primary key check (id ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  domain_id           text not null,
  name                text not null,
  entity_id           text not null,
  sign_in_url         text not null,
  certificates        text[] not null,
  allow_idp_initiated boolean not null,
  email_attribute     text,
  name_attribute      text,
  -- Null: who is no member yet is refused.
  join_level          integer,
  vouches_up_to       integer not null,
  updated_at          timestamptz not null
);
create index saml_provider_domain on saml_provider (domain_id);

-- An assertion signs in once, on whichever server it arrives; kept until it would be refused for its age anyway.
create table saml_assertion_use (
  -- Of the provider's id and the assertion's.
  assertion_hash text primary key,
  expires_at     timestamptz not null
);
create index saml_assertion_use_expiry on saml_assertion_use (expires_at);
