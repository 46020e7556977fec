import { createHmac } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';

const STEP_MS = 30_000;

/** The code of an authenticator app for a key (RFC 6238), computed independently of the product. */
export function computeCode(key: string, atMs = Date.now()): string {
  const bits = Array.from(key.replaceAll(' ', ''), (character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  ).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
  const hash = createHmac('sha1', bytes).update(counter).digest();
  const start = (hash[19] ?? 0) & 0x0f;
  return String((hash.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * The next code. No sign-in can have used it yet, and it is already valid because clocks may
 * differ.
 */
export const computeNextCode = (key: string): string => computeCode(key, Date.now() + STEP_MS);

/** Adds a virtual passkey device to the page, which confirms every request. */
export async function attachAuthenticator(
  page: Page,
): Promise<{ readonly session: CDPSession; readonly authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}
