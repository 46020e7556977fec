import { parseArgs } from 'node:util';
import { openOidcStandIn } from './oidc-stand-in.ts';
import { openSamlStandIn } from './saml-stand-in.ts';

/**
 * Runs stand-ins for LINE, Google and an organisation's SAML provider on this machine, for a server
 * that is about to start:
 *
 * node apps/server/src/modules/identity/federation/testing/run-stand-ins.ts --server
 * http://127.0.0.1:8080
 *
 * `--email`: the address that the SAML provider sends; `--saml`: the id under which it will be
 * registered. Prints the environment for the server, or sends it to a parent process. Exits with
 * its parent.
 */
const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:8080' },
    email: { type: 'string', default: 'owner@demo.example' },
    saml: { type: 'string', default: 'demo' },
  },
});

const HANAKO = { sub: 'U-hanako', name: '花子（LINE）' };
const STRANGER = { sub: 'U-stranger', name: '知らない人' };
const GUEST = { sub: 'U-guest', name: 'お客さま' };
const TARO = {
  sub: '10001',
  name: '太郎（Google）',
  email: 'taro@gmail.example',
  emailVerified: true,
};
const SAME = { sub: '10002', name: '同じアドレスの人', email: values.email, emailVerified: true };
const OWNER = { sub: 'staff-0001', name: '組織の人', email: values.email };

const callback = (way: string): string => `${values.server}/api/sign-in/${way}/callback`;
const [line, google, saml] = await Promise.all([
  openOidcStandIn({
    name: 'LINE',
    signing: 'HS256',
    redirectUris: [callback('line')],
    people: [HANAKO, STRANGER, GUEST],
  }),
  openOidcStandIn({
    name: 'Google',
    signing: 'RS256',
    redirectUris: [callback('google')],
    people: [TARO, SAME],
  }),
  openSamlStandIn([
    OWNER,
    { sub: 'staff-9999', name: '登録のない人', email: 'nobody@demo.example' },
  ]),
]);

const environment = {
  YAMORI_LINE_CLIENT_ID: line.clientId,
  YAMORI_LINE_CLIENT_SECRET: line.clientSecret,
  YAMORI_LINE_ISSUER: line.issuer,
  YAMORI_LINE_AUTHORIZATION: line.authorizationEndpoint,
  YAMORI_LINE_TOKEN: line.tokenEndpoint,
  YAMORI_GOOGLE_CLIENT_ID: google.clientId,
  YAMORI_GOOGLE_CLIENT_SECRET: google.clientSecret,
  YAMORI_GOOGLE_ISSUER: google.issuer,
  YAMORI_GOOGLE_AUTHORIZATION: google.authorizationEndpoint,
  YAMORI_GOOGLE_TOKEN: google.tokenEndpoint,
  YAMORI_GOOGLE_JWKS: google.jwksUri,
};
const provider = {
  entityId: saml.entityId,
  signInUrl: saml.signInUrl,
  certificate: saml.certificate,
  startUrl: saml.startUrl({
    acsUrl: `${values.server}/api/saml/${values.saml}/acs`,
    audience: `${values.server}/api/saml/${values.saml}/metadata`,
  }),
};

if (process.send === undefined)
  process.stdout.write(
    `${Object.entries(environment)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n')}\n\nSAML: ${JSON.stringify(provider, null, 2)}\n`,
  );
process.send?.({ kind: 'ready', environment, saml: provider });
process.on('disconnect', () => process.exit(0));
