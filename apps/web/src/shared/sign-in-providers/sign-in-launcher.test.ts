import { ProblemError } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createSignInLauncher,
  type SignInLauncher,
  type SignInRequest,
} from './sign-in-launcher.ts';
import { sendSignInOutcome, SIGN_IN_CHANNEL } from './sign-in-broadcast.ts';

const IN_POPUP: SignInRequest = { intent: 'signIn', flow: 'popup', next: '/' };
const HERE: SignInRequest = { ...IN_POPUP, flow: 'redirect' };

/** The browser's side: popups that a test closes, and their addresses. */
function setUp(answer: () => Promise<string> = async () => 'https://provider.example/') {
  const windows: { closed: boolean; at: string }[] = [];
  const asked: object[] = [];
  const gone: string[] = [];
  const state = { allows: true };
  const launcher = createSignInLauncher(
    {
      start: (method, call) => {
        asked.push({ method, ...call });
        return answer();
      },
    },
    {
      openPopup: () => {
        if (!state.allows) return null;
        const popup = { closed: false, at: '' };
        windows.push(popup);
        return {
          closed: () => popup.closed,
          goTo: (address) => {
            popup.at = address;
          },
          close: () => {
            popup.closed = true;
          },
        };
      },
      goTo: (address) => void gone.push(address),
      openChannel: (name) => new BroadcastChannel(name),
      newId: () => `popup-000${windows.length}`,
    },
  );
  return { launcher, windows, asked, gone, state };
}

const until = (launcher: SignInLauncher, kind: string): Promise<void> =>
  expect.poll(() => launcher.current().kind).toBe(kind);
const tell = (popupId: string, outcome: string, code: string | null = null): Promise<boolean> =>
  sendSignInOutcome(new BroadcastChannel(SIGN_IN_CHANNEL), { popupId, outcome, code }, 300);

const launchers: SignInLauncher[] = [];
const opened = (...args: Parameters<typeof setUp>) => {
  const one = setUp(...args);
  launchers.push(one.launcher);
  return one;
};
beforeEach(() => {
  launchers.splice(0);
});
afterEach(() => launchers.forEach((launcher) => launcher.close()));

describe('a flow in a popup', () => {
  it("the popup opens immediately, loads the provider's page and reports the outcome", async () => {
    const { launcher, windows, asked } = opened();
    const started = launcher.start('line', IN_POPUP);
    // Before the server's answer: later the browser would block it.
    expect(windows).toHaveLength(1);
    await started;
    expect([windows[0]?.at, launcher.current(), asked]).toEqual([
      'https://provider.example/',
      { kind: 'waiting', method: 'line' },
      [{ method: 'line', intent: 'signIn', flow: 'popup', next: '/', popupId: 'popup-0001' }],
    ]);
    expect(await tell('popup-0001', 'signedIn')).toBe(true);
    expect([launcher.current(), windows[0]?.closed]).toEqual([
      { kind: 'done', method: 'line', outcome: 'signedIn' },
      true,
    ]);
  });

  it('a refusal is reported with its reason', async () => {
    const { launcher } = opened();
    await launcher.start('google', IN_POPUP);
    await tell('popup-0001', 'refused', 'account-link-missing');
    expect(launcher.current()).toEqual({
      kind: 'refused',
      method: 'google',
      problem: { code: 'account-link-missing' },
    });
  });

  it('messages of other popups and unknown messages are ignored', async () => {
    const { launcher } = opened();
    await launcher.start('line', IN_POPUP);
    expect(await tell('popup-of-another-page', 'signedIn')).toBe(false);
    for (const noise of [
      null,
      'signedIn',
      { popupId: 'popup-0001' },
      { popupId: 'popup-0001', outcome: 7, code: null },
    ]) {
      const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
      channel.postMessage(noise);
      channel.close();
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(launcher.current()).toEqual({ kind: 'waiting', method: 'line' });
  });

  it('a blocked popup is reported', async () => {
    const { launcher, state, asked } = opened();
    state.allows = false;
    await launcher.start('line', IN_POPUP);
    expect([launcher.current(), asked]).toEqual([{ kind: 'blocked', method: 'line' }, []]);
    await launcher.start('line', HERE);
    expect(launcher.current()).toEqual({ kind: 'leaving', method: 'line' });
  });

  it('a closed popup is reported after a moment, and a late outcome still counts', async () => {
    const { launcher, windows } = opened();
    await launcher.start('line', IN_POPUP);
    Object.assign(windows[0] ?? {}, { closed: true });
    await new Promise((resolve) => {
      setTimeout(resolve, 800);
    });
    expect(launcher.current().kind).toBe('waiting');
    await expect.poll(() => launcher.current().kind).toBe('closed');
    await tell('popup-0001', 'signedIn');
    expect(launcher.current().kind).toBe('done');
  });

  it('the popup closes when the server refuses to begin, and on cancel', async () => {
    const refusing = opened(async () => {
      throw new ProblemError('way-not-found');
    });
    await refusing.launcher.start('line', IN_POPUP);
    expect([refusing.launcher.current(), refusing.windows[0]?.closed]).toEqual([
      { kind: 'refused', method: 'line', problem: { code: 'way-not-found' } },
      true,
    ]);
    const { launcher, windows } = opened();
    await launcher.start('line', IN_POPUP);
    launcher.cancel();
    expect([launcher.current().kind, windows[0]?.closed]).toEqual(['idle', true]);
    expect(await tell('popup-0001', 'signedIn')).toBe(false);
  });

  it('a new flow replaces the previous one', async () => {
    const { launcher, windows } = opened();
    await launcher.start('line', IN_POPUP);
    await launcher.start('google', IN_POPUP);
    expect(windows.map(({ closed }) => closed)).toEqual([true, false]);
    await tell('popup-0002', 'linked');
    expect(launcher.current()).toEqual({ kind: 'done', method: 'google', outcome: 'linked' });
  });
});

describe('a flow in this window', () => {
  it('the page leads to the provider without a popup', async () => {
    const { launcher, gone, asked, windows } = opened();
    await launcher.start('saml.akane', HERE);
    expect([launcher.current().kind, gone, windows, asked]).toEqual([
      'leaving',
      ['https://provider.example/'],
      [],
      [{ method: 'saml.akane', intent: 'signIn', flow: 'redirect', next: '/', popupId: null }],
    ]);
  });

  it('the page stays if the server refuses or cannot be reached', async () => {
    const { launcher, gone } = opened(async () => {
      throw new ProblemError('network-unreachable');
    });
    await launcher.start('line', HERE);
    expect([launcher.current(), gone]).toEqual([
      { kind: 'refused', method: 'line', problem: { code: 'network-unreachable' } },
      [],
    ]);
    await until(launcher, 'refused');
  });
});
