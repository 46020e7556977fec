-- An account of a provider belongs to one person, and a person has one account of each provider: two requests at one
-- instant cannot link it twice.
create unique index auth_account_identity on auth_account ("providerId", "accountId");
create unique index auth_account_way on auth_account ("userId", "providerId");
-- LINE tells no address unless the channel was allowed to ask for it.
alter table auth_user alter column email drop not null;
