import type { SessionReply } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { SIGNED_OUT, signedInAs } from '../testing/sign-in-fixture.tsx';
import { openBackend } from './open-backend.ts';
import { PENDING_SIGN_OUT_KEY } from './pending-sign-out.ts';

afterEach(() => globalThis.localStorage.removeItem(PENDING_SIGN_OUT_KEY));

const GOING = { intent: 'signIn', flow: 'redirect', next: '/', popupId: null } as const;
const LIMITS = { answerMs: 300, signOutMs: 200 };

/**
 * A browser whose server answers only the given paths; other requests hang, as on a network that
 * drops everything.
 */
function aBrowser(answers: Readonly<Record<string, (init: RequestInit) => object>>) {
  const asked: string[] = [];
  const fetch = (path: string, init: RequestInit): Promise<Response> => {
    asked.push(path);
    const answer = answers[path];
    if (answer !== undefined) return Promise.resolve(Response.json(answer(init)));
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () =>
        reject(new DOMException('no answer', 'TimeoutError')),
      );
    });
  };
  const timers = new Map<number, () => void>();
  const view = {
    fetch,
    localStorage: globalThis.localStorage,
    sessionStorage: globalThis.sessionStorage,
    indexedDB: undefined,
    addEventListener: () => undefined,
    setInterval: (run: () => void) => timers.set(timers.size + 1, run).size,
    clearInterval: (timer: number) => timers.delete(timer),
  };
  // Only these parts of a window are used.
  return {
    asked,
    tick: () => timers.forEach((run) => run()),
    open: () => openBackend(view as unknown as Window, { onUnsent: () => undefined }, LIMITS),
  };
}

describe('openBackend without an answer of the server', () => {
  it('retries until the server answers, and then stops', async () => {
    const answers: Record<string, () => object> = {};
    const browser = aBrowser(answers);
    const { reach, session } = await browser.open();
    const told: boolean[] = [];
    reach?.onAnswered(() => told.push(reach.answered()));
    expect(reach?.answered()).toBe(false);
    answers['/api/session/refresh'] = () => ({
      ...SIGNED_OUT,
      waysIn: { ...SIGNED_OUT.waysIn, line: true },
    });
    browser.tick();
    await expect.poll(() => told).toEqual([true]);
    // The sign-in methods, which were unknown, are available too.
    expect(session.current().waysIn.line).toBe(true);
    const before = browser.asked.length;
    browser.tick();
    expect(browser.asked).toHaveLength(before);
  });

  it('reports an answer of the first request', async () => {
    const { reach } = await aBrowser({ '/api/session': () => SIGNED_OUT }).open();
    expect(reach?.answered()).toBe(true);
  });

  it("requests the session once at the start, before it opens the browser's own copy", async () => {
    const browser = aBrowser({ '/api/session': () => signedInAs(2) });
    const opening = browser.open();
    expect(browser.asked).toEqual(['/api/session']);
    const { session } = await opening;
    expect([session.current().kind, browser.asked]).toEqual(['signedIn', ['/api/session']]);
  });
});

describe('openBackend with a pending sign-out', () => {
  it('does not wait for ever for a server that answers nothing', async () => {
    globalThis.localStorage.setItem(PENDING_SIGN_OUT_KEY, '1');
    const browser = aBrowser({});
    const { session } = await browser.open();
    expect(session.current().kind).toBe('signedOut');
    expect(browser.asked).toEqual(['/api/session/sign-out', '/api/session']);
    expect(globalThis.localStorage.getItem(PENDING_SIGN_OUT_KEY)).not.toBeNull();
  });

  it('shows a member as signed out whose sign-out could not be sent', async () => {
    globalThis.localStorage.setItem(PENDING_SIGN_OUT_KEY, '1');
    const { session } = await aBrowser({ '/api/session': () => signedInAs(2) }).open();
    expect(session.current().kind).toBe('signedOut');
  });

  it('sends the sign-out before the user leaves to sign in at a provider', async () => {
    globalThis.localStorage.setItem(PENDING_SIGN_OUT_KEY, '1');
    const answers: Record<string, () => SessionReply | { address: string }> = {
      '/api/session': () => SIGNED_OUT,
      '/api/sign-in/line/start': () => ({ address: 'https://line.example/' }),
    };
    const browser = aBrowser(answers);
    const { signInProviders } = await browser.open();
    await expect(signInProviders.start('line', GOING)).rejects.toMatchObject({
      problem: { code: 'network-unreachable' },
    });
    expect(browser.asked).not.toContain('/api/sign-in/line/start');
    answers['/api/session/sign-out'] = () => SIGNED_OUT;
    expect(await signInProviders.start('line', GOING)).toBe('https://line.example/');
    expect(browser.asked.slice(-2)).toEqual(['/api/session/sign-out', '/api/sign-in/line/start']);
    expect(globalThis.localStorage.getItem(PENDING_SIGN_OUT_KEY)).toBeNull();
  });
});
