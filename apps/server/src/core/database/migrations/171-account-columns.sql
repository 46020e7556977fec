-- The columns of accounts and sessions had the names of the sign-in library that the first version used.
alter table auth_user rename column "emailVerified" to email_verified;
alter table auth_user rename column "createdAt" to created_at;
alter table auth_user rename column "updatedAt" to updated_at;

alter table auth_session rename column "tokenHash" to token_hash;
alter table auth_session rename column "previousTokenHash" to previous_token_hash;
alter table auth_session rename column "exchangedAt" to exchanged_at;
alter table auth_session rename column "userId" to user_id;
alter table auth_session rename column "expiresAt" to expires_at;
alter table auth_session rename column "createdAt" to created_at;
alter table auth_session rename column "updatedAt" to updated_at;
alter table auth_session rename column "lastUsedAt" to last_used_at;
alter table auth_session rename column "confirmedAt" to confirmed_at;
alter table auth_session rename column "ipAddress" to ip_address;
alter table auth_session rename column "userAgent" to user_agent;
alter table auth_session rename column "accessLevel" to access_level;
alter table auth_session rename column "singleTimeToken" to single_time_token;

alter table auth_account rename column "accountId" to account_id;
alter table auth_account rename column "providerId" to provider_id;
alter table auth_account rename column "userId" to user_id;
alter table auth_account rename column "shortPassword" to short_password;
alter table auth_account rename column "createdAt" to created_at;
alter table auth_account rename column "updatedAt" to updated_at;

-- Only that library used these.
alter table auth_account
  drop column "accessToken",
  drop column "refreshToken",
  drop column "idToken",
  drop column "accessTokenExpiresAt",
  drop column "refreshTokenExpiresAt",
  drop column scope;
drop table auth_verification;
