import { expect } from 'vitest';
import type { StartSignInCall } from '@yamori/domain';
import type { Landing, SiteBrowser } from './site-browser.ts';

const USUAL: StartSignInCall = { intent: 'signIn', flow: 'redirect', next: '/', popupId: null };

/** Starts a sign-in as the sign-in page does; returns the provider's URL. */
export async function startProviderSignIn(
  browser: SiteBrowser,
  address: string,
  way: string,
  call: Partial<StartSignInCall> = {},
): Promise<string> {
  const reply = await browser.ask(`${address}/api/sign-in/${way}/start`, {
    json: { ...USUAL, ...call },
  });
  const body: unknown = await reply.json();
  if (
    typeof body === 'object' &&
    body !== null &&
    'address' in body &&
    typeof body.address === 'string'
  )
    return body.address;
  throw new Error(`start failed: ${reply.status} ${JSON.stringify(body)}`);
}

/** Signs in at the stand-in provider; returns our callback URL without requesting it. */
export async function throughProvider(
  browser: SiteBrowser,
  providerAddress: string,
  sub: string,
): Promise<string> {
  const page = await browser.go(providerAddress, isOurs);
  if (isOurs(page.url)) return page.url;
  const { url } = await browser.go(`${page.url}/as/${encodeURIComponent(sub)}`, isOurs);
  return url;
}

/** The whole sign-in; returns the parameters of the outcome page. */
export async function goThrough(
  browser: SiteBrowser,
  address: string,
  way: string,
  sub: string,
  call: Partial<StartSignInCall> = {},
): Promise<URLSearchParams> {
  return getOutcome(
    await browser.go(
      await throughProvider(browser, await startProviderSignIn(browser, address, way, call), sub),
      isOutcome,
    ),
  );
}

const isOurs = (url: string): boolean => new URL(url).hostname === '127.0.0.1';
export const isOutcome = (url: string): boolean => new URL(url).pathname === '/handleauth';

export function getOutcome({
  url,
  status,
  body,
}: Pick<Landing, 'url' | 'status' | 'body'>): URLSearchParams {
  const { pathname, searchParams } = new URL(url);
  expect(`${status} ${pathname}`, body).toMatch(/^30[23] \/handleauth$/);
  return searchParams;
}

/** The signed-in user, from `GET /api/session`. */
export async function whoIs(
  browser: SiteBrowser,
  address: string,
): Promise<{
  providerId: string;
  uid: string;
  email: string | null;
  accessLevel: number;
  loginProviders: { provider: string; uid: string }[];
} | null> {
  const reply = await browser.ask(`${address}/api/session`);
  const body: unknown = await reply.json();
  // Tests of the endpoint check the shape of this reply.
  return (body as { user: Awaited<ReturnType<typeof whoIs>> }).user;
}
