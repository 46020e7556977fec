import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider';
import { exportJWK, generateKeyPair } from 'jose';
import { freePort } from '../../../../testing/free-port.ts';

/** A user of the provider. */
export type StandInPerson = {
  readonly sub: string;
  readonly name: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
};

export type OidcStandIn = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly close: () => Promise<void>;
};

type OidcStandInOptions = {
  readonly name: string;
  readonly signing: 'HS256' | 'RS256';
  readonly redirectUris: readonly string[];
  readonly people: readonly StandInPerson[];
};

/**
 * A complete OpenID provider on this machine in place of LINE (tokens signed with the client
 * secret) or Google (with keys). Its sign-in page lists its users: `/interaction/{uid}/as/{sub}`
 * signs one in, and `/cancel` cancels.
 */
export async function openOidcStandIn(options: OidcStandInOptions): Promise<OidcStandIn> {
  const port = await freePort();
  // The host differs from the application's, so that a browser treats them as two sites.
  const issuer = `http://localhost:${port}`;
  const client = {
    clientId: `yamori-at-${options.name}`,
    clientSecret: `a-secret-of-${options.name}-that-is-long-enough`,
  };
  const provider = new Provider(issuer, await createConfiguration(options, client));
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname.startsWith('/interaction/'))
      void interact(provider, options, request, response, pathname);
    else void answer(request, response);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    issuer,
    ...client,
    authorizationEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    jwksUri: `${issuer}/jwks`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function createConfiguration(
  options: OidcStandInOptions,
  client: { clientId: string; clientSecret: string },
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const scope = 'openid profile email';
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...options.redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: options.signing,
        token_endpoint_auth_method: 'client_secret_post',
        scope,
      },
    ],
    jwks: {
      keys: [
        {
          ...(await exportJWK(privateKey)),
          alg: 'RS256',
          use: 'sig',
          kid: `key-of-${options.name}`,
        },
      ],
    },
    enabledJWA: { idTokenSigningAlgValues: ['HS256', 'RS256'] },
    // LINE and Google put the requested claims into the ID token itself.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    cookies: { keys: ['a key for a test'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: {
      url: (_context, interaction) => `/interaction/${interaction.uid}`,
      policy: createPolicy(),
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, sub) => {
      const person = options.people.find((one) => one.sub === sub);
      return person === undefined
        ? undefined
        : {
            accountId: sub,
            claims: () => ({
              sub,
              name: person.name,
              ...(person.email === undefined
                ? {}
                : { email: person.email, email_verified: person.emailVerified ?? false }),
            }),
          };
    },
    loadExistingGrant: async ({ oidc }) => {
      const { client: asking, session, provider } = oidc;
      if (asking === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  };
}

/** The library's policy plus `select_account`, which Google shows instead of a new sign-in. */
function createPolicy(): ReturnType<typeof interactionPolicy.base> {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

async function interact(
  provider: Provider,
  options: OidcStandInOptions,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const [, , uid = '', act, sub = ''] = pathname.split('/');
  if (act === 'as')
    return provider.interactionFinished(request, response, {
      login: { accountId: decodeURIComponent(sub) },
      select_account: {},
    });
  if (act === 'cancel')
    return provider.interactionFinished(request, response, { error: 'access_denied' });
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const buttons = options.people
    .map(
      (person) =>
        `<p><a href="/interaction/${uid}/as/${encodeURIComponent(person.sub)}">${person.name}</a></p>`,
    )
    .join('');
  response.end(
    `<!doctype html><title>${options.name}</title><h1>${options.name}</h1>${buttons}<p><a href="/interaction/${uid}/cancel">Cancel</a></p>`,
  );
}
