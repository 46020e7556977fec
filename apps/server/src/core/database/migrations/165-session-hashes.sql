-- Tokens of sessions are stored as hashes (SHA-256, base64url): a token read from the database or a backup opens nothing.
alter table auth_session rename column token to "tokenHash";
alter table auth_session rename column "previousToken" to "previousTokenHash";
update auth_session set
  "tokenHash" = translate(rtrim(encode(sha256(convert_to("tokenHash", 'UTF8')), 'base64'), '='), '+/', '-_'),
  "previousTokenHash" = translate(rtrim(encode(sha256(convert_to("previousTokenHash", 'UTF8')), 'base64'), '='), '+/', '-_');
update auth_session_end set token_hash = translate(rtrim(encode(decode(token_hash, 'hex'), 'base64'), '='), '+/', '-_');

-- By which the key of the installation is recognised. The key itself lies in a file or an environment variable.
alter table installation add column key_check text;
