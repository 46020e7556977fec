import type { FastifyInstance } from 'fastify';
import { totpCode, stepAt } from '../modules/identity/second-factor/totp.ts';

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

/** A member's browser: keeps cookies and sends its origin. */
export type TestBrowser = {
  readonly get: (url: string) => Promise<Reply>;
  readonly post: (
    url: string,
    payload?: object,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
  /** The Cookie header that it sends. */
  readonly cookies: () => string;
  readonly cookieNames: () => string[];
  readonly signIn: (email: string, password: string) => Promise<Reply>;
  /** The session as the page reads it. */
  readonly session: () => Promise<SessionSeen>;
};

type SessionSeen = {
  readonly user: {
    readonly uid: string;
    readonly accessLevel: number;
    readonly mfas: readonly { readonly id: string; readonly kind: string; readonly name: string }[];
  } | null;
  readonly pending: { readonly kinds: readonly string[]; readonly expiresAt: string } | null;
  readonly ended: { readonly reason: string; readonly at: string } | null;
  readonly reach: 'everything' | readonly string[];
};

type TestBrowserOptions = { readonly userAgent?: string | undefined; readonly address?: string };

export function openTestBrowser(
  server: FastifyInstance,
  { userAgent = 'test', address }: TestBrowserOptions = {},
): TestBrowser {
  const from = address === undefined ? {} : { remoteAddress: address };
  const jar = new Map<string, string>();
  const keep = (reply: Reply): Reply => {
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, pair.slice(pair.indexOf('=') + 1));
    }
    return reply;
  };
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = () => ({
    host: 'localhost',
    'user-agent': userAgent,
    ...(jar.size === 0 ? {} : { cookie: cookies() }),
  });
  const get = async (url: string): Promise<Reply> =>
    keep(await server.inject({ url, headers: headers(), ...from }));
  const post = async (
    url: string,
    payload?: object,
    more: Record<string, string> = {},
  ): Promise<Reply> =>
    keep(
      await server.inject({
        method: 'POST',
        url,
        headers: { ...headers(), origin: 'http://localhost', ...more },
        ...(payload === undefined ? {} : { payload }),
        ...from,
      }),
    );
  return {
    get,
    post,
    cookies,
    cookieNames: () => [...jar.keys()],
    signIn: (email, password) => post('/api/session/sign-in', { email, password }),
    session: async () => (await get('/api/session')).json<SessionSeen>(),
  };
}

/** An authenticator app. */
export type TestApp = { readonly codeAt: (at: Date) => string };

/** An app with a manually entered key. */
export function createAuthenticatorApp(key: string): TestApp {
  const bytes = fromBase32(key);
  return { codeAt: (at) => totpCode(bytes, stepAt(at)) };
}

/** Registers an app for the signed-in member, which uses up the code of this moment. */
export async function registerApp(
  browser: TestBrowser,
  at: Date,
): Promise<TestApp & { readonly backupCodes: readonly string[] }> {
  const begun = await browser.post('/api/account/totp');
  if (begun.statusCode !== 200)
    throw new Error(
      `failed to start the registration of an app: ${begun.statusCode} ${begun.body}`,
    );
  const { codeAt } = createAuthenticatorApp(begun.json<{ key: string }>().key);
  const added = await browser.post('/api/account/totp/confirm', { code: codeAt(at) });
  if (added.statusCode !== 200)
    throw new Error(`failed to register an app: ${added.statusCode} ${added.body}`);
  return { codeAt, backupCodes: added.json<{ backupCodes: string[] | null }>().backupCodes ?? [] };
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
