import { expect } from 'vitest';
import type { StartWayCall } from '@yamori/domain';
import type { Landing, SiteBrowser } from './site-browser.ts';

const USUAL: StartWayCall = { intent: 'signIn', flow: 'redirect', next: '/', popupId: null };

/** Begins a try as the sign-in page does; gives the provider's address. */
export async function startWay(
  browser: SiteBrowser,
  address: string,
  way: string,
  call: Partial<StartWayCall> = {},
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
  throw new Error(`start answered ${reply.status} ${JSON.stringify(body)}`);
}

/**
 * Goes through the stand-in provider as one of its people, back to our own callback: its address,
 * not asked for yet.
 */
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

/** The whole way in; where the page would be that tells the outcome. */
export async function goThrough(
  browser: SiteBrowser,
  address: string,
  way: string,
  sub: string,
  call: Partial<StartWayCall> = {},
): Promise<URLSearchParams> {
  return outcomeOf(
    await browser.go(
      await throughProvider(browser, await startWay(browser, address, way, call), sub),
      isOutcome,
    ),
  );
}

export const isOurs = (url: string): boolean => new URL(url).hostname === '127.0.0.1';
export const isOutcome = (url: string): boolean => new URL(url).pathname === '/handleauth';

export function outcomeOf({
  url,
  status,
  body,
}: Pick<Landing, 'url' | 'status' | 'body'>): URLSearchParams {
  const { pathname, searchParams } = new URL(url);
  expect(`${status} ${pathname}`, body).toMatch(/^30[23] \/handleauth$/);
  return searchParams;
}

/** Who is signed in, as the page asks. */
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
  // The server's own test checks the shape of this reply.
  return (body as { user: Awaited<ReturnType<typeof whoIs>> }).user;
}
