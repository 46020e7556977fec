import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { signedInAs, SIGNED_OUT, renderApp } from '../testing/sign-in-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const open = async (address: string, session: object) => {
  const fixture = await renderApp(address, {
    '/api/session': () => ({ status: 200, body: session }),
    '/api/documents/list': () => ({ status: 200, body: { documents: [] } }),
    '/api/invitations': () => ({ status: 200, body: { invitations: [] } }),
  });
  cleanups.push(() => fixture.end());
  return fixture;
};

describe('the frame of the members', () => {
  it('stays while a member goes to the invitations and back', async () => {
    await open('/help', signedInAs(3));
    const frame = page.getByRole('banner');
    await expect.element(frame).toBeVisible();
    const before = frame.element();
    globalThis.history.pushState(null, '', '/register');
    globalThis.dispatchEvent(new PopStateEvent('popstate'));
    await expect.element(page.getByRole('heading', { name: '招待', exact: true })).toBeVisible();
    expect(frame.element()).toBe(before);
    globalThis.history.back();
    await expect.element(page.getByRole('heading', { name: '招待' })).not.toBeInTheDocument();
    expect(frame.element()).toBe(before);
  });

  it.each(['/register', '/no-such-page'])('is not shown at %s without a session', async (to) => {
    await open(to, SIGNED_OUT);
    await expect.element(page.getByRole('main')).toBeVisible();
    await expect.element(page.getByRole('heading').first()).toBeVisible();
    expect(page.getByRole('banner').query()).toBeNull();
  });
});
