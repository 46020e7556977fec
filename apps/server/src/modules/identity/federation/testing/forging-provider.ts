import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import { freePort } from '../../../../testing/free-port.ts';

/** What the forging token endpoint knows about the sign-in. */
type Forging = {
  readonly nonce: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly now: number;
};
export type Forgery = {
  readonly claims?: (usual: JWTPayload, forging: Forging) => JWTPayload;
  /** Signs the token; default: as the real provider does. */
  readonly sign?: (claims: JWTPayload, keys: ForgingKeys) => Promise<string>;
  /** Replaces the token response. */
  readonly answer?: { readonly status: number; readonly body: object };
  /** Extra parameters of the redirect back. */
  readonly returned?: Readonly<Record<string, string>>;
};
type ForgingKeys = {
  readonly privateKey: CryptoKey;
  readonly foreignKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly clientSecret: string;
  readonly clientId: string;
};

export type ForgingProvider = Awaited<ReturnType<typeof openForgingProvider>>;

/**
 * An OpenID provider that forges ID tokens on request. It redirects every user straight back with a
 * code. Its endpoints are correct, so that only the forgery can cause a rejection.
 */
export async function openForgingProvider(signing: 'HS256' | 'RS256') {
  const issuer = `http://localhost:${await freePort()}`;
  const client = {
    clientId: 'yamori-at-forger',
    clientSecret: 'a-secret-that-the-forger-knows-of-us',
  };
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const { privateKey: foreignKey } = await generateKeyPair('RS256');
  const publicJwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'forger' };
  const keys: ForgingKeys = { privateKey, foreignKey, publicJwk, ...client };
  const state: { forgery: Forgery; nonce: string; now: () => Date } = {
    forgery: {},
    nonce: '',
    now: () => new Date(),
  };

  const token = async (): Promise<string> => {
    const now = Math.floor(state.now().getTime() / 1000);
    const usual: JWTPayload = {
      iss: issuer,
      aud: client.clientId,
      sub: 'U-forged-subject',
      name: 'Forged Person',
      email: 'forged@person.example',
      email_verified: true,
      iat: now,
      exp: now + 300,
      nonce: state.nonce,
    };
    const claims =
      state.forgery.claims?.(usual, {
        nonce: state.nonce,
        clientId: client.clientId,
        issuer,
        now,
      }) ?? usual;
    if (state.forgery.sign !== undefined) return state.forgery.sign(claims, keys);
    return signing === 'HS256'
      ? signWithSecret(claims, client.clientSecret)
      : new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'forger' }).sign(privateKey);
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const json = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname === '/jwks') return json(200, { keys: [publicJwk] });
    if (pathname === '/token') {
      const { answer } = state.forgery;
      if (answer !== undefined) return json(answer.status, answer.body);
      return void token().then((idToken) =>
        json(200, { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken }),
      );
    }
    state.nonce = searchParams.get('nonce') ?? '';
    const back = new URL(searchParams.get('redirect_uri') ?? issuer);
    for (const [name, value] of Object.entries({
      code: 'a-code',
      state: searchParams.get('state') ?? '',
      ...state.forgery.returned,
    }))
      back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  });
  server.listen(Number(new URL(issuer).port), 'localhost');
  await once(server, 'listening');
  return {
    issuer,
    ...client,
    authorizationEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    jwksUri: `${issuer}/jwks`,
    /** Applies until the next call. */
    forge: (forgery: Forgery, now: () => Date = () => new Date()): void =>
      void Object.assign(state, { forgery, now }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const signWithSecret = (claims: JWTPayload, secret: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));

/** A token with `alg: none`. */
export const unsignedToken = (claims: JWTPayload): string =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
