-- Somebody was sent to a provider to prove who they are. The state in the address and the secret in the browser's cookie
-- are kept as hashes; what else has to be secret (PKCE, nonce) is worked out from the cookie and stored nowhere.
create table federation_transaction (
  state_hash   text primary key,
  browser_hash text not null,
  way          text not null,
  intent       text not null,
  flow         text not null,
  popup_id     text,
  next_path    text not null,
  -- Whose account is to be linked or confirmed.
  user_id      text references auth_user (id) on delete cascade,
  expires_at   timestamptz not null
);
create index federation_transaction_expiry on federation_transaction (expires_at);

-- A SAML response was found good and waits some seconds for the browser that brought it: the post of another site
-- carries no cookies, the page it leads to does.
create table federation_proof (
  ticket_hash text primary key,
  way         text not null,
  -- Null when the identity provider began by itself.
  state_hash  text,
  next_path   text not null,
  claims      jsonb not null,
  expires_at  timestamptz not null
);
create index federation_proof_expiry on federation_proof (expires_at);
