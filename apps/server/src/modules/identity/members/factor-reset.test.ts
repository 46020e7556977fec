import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MEMBER_PASSWORD,
  startLiveFixture,
  type LiveFixture,
} from '../../../testing/live-fixture.ts';
import { openTestBrowser, registerApp, type TestBrowser } from '../../../testing/test-browser.ts';

const clock = { aheadMs: 0 };
let fixture: LiveFixture;
beforeAll(async () => {
  fixture = await startLiveFixture({ now: () => new Date(Date.now() + clock.aheadMs) });
});
afterAll(() => fixture.close());

const now = (): Date => new Date(Date.now() + clock.aheadMs);
const member = async (
  name: string,
  level: number,
): Promise<{ email: string; userId: string; browser: TestBrowser }> => {
  const email = `${name}@akane.example`;
  const userId = await fixture.addMember(email, 'akane', level);
  const browser = openTestBrowser(fixture.app.server);
  expect((await browser.signIn(email, MEMBER_PASSWORD)).statusCode).toBe(200);
  return { email, userId, browser };
};
const reset = (by: TestBrowser, userId: string) =>
  by.post(`/api/staff/${userId}/factors/reset`, { language: 'ja' });

describe('POST /api/staff/:id/factors/reset', () => {
  it('removes the factors and signs the member out, who then signs in with the password', async () => {
    const { email, userId, browser } = await member('lost', 2);
    await registerApp(browser, now());
    const { browser: administrator } = await member('manager', 3);
    expect((await reset(administrator, userId)).json()).toEqual({
      outcome: 'done',
      expiresAt: null,
    });
    expect((await browser.session()).user).toBeNull();
    const next = openTestBrowser(fixture.app.server);
    expect((await next.signIn(email, MEMBER_PASSWORD)).json()).toMatchObject({
      user: { uid: userId, mfas: [] },
      pending: null,
    });
    expect((await next.get('/api/account/security')).json()).toMatchObject({
      factors: [],
      backupCodesLeft: 0,
    });
  });

  it('rejects a reset of one’s own factors', async () => {
    const { userId, browser } = await member('self', 5);
    await registerApp(browser, now());
    expect((await reset(browser, userId)).json()).toEqual({ code: 'member-forbidden' });
    expect((await browser.session()).user?.mfas).toHaveLength(1);
  });

  it('requires a confirmation by the administrator within ten minutes', async () => {
    const { userId, browser } = await member('waiting', 2);
    await registerApp(browser, now());
    const { browser: administrator } = await member('idle-manager', 3);
    clock.aheadMs += 10 * 60_000 + 1_000;
    expect((await reset(administrator, userId)).json()).toEqual({ code: 'confirmation-required' });
    await administrator.post('/api/session/confirm', {
      kind: 'password',
      password: MEMBER_PASSWORD,
    });
    expect((await reset(administrator, userId)).json()).toEqual({
      outcome: 'done',
      expiresAt: null,
    });
  });

  it('keeps a short password, which opens nothing until a factor is registered or it is lengthened', async () => {
    const { email, userId, browser } = await member('short', 2);
    await registerApp(browser, now());
    expect(
      (
        await browser.post('/api/account/password', {
          current: MEMBER_PASSWORD,
          password: 'k7w-yo2q',
        })
      ).statusCode,
    ).toBe(204);
    const { browser: administrator } = await member('short-manager', 3);
    expect((await reset(administrator, userId)).json()).toEqual({
      outcome: 'done',
      expiresAt: null,
    });
    const next = openTestBrowser(fixture.app.server);
    await next.signIn(email, 'k7w-yo2q');
    expect(await next.session()).toMatchObject({
      user: { uid: userId, accessLevel: 0 },
      reach: [],
    });
    expect(
      (
        await next.post('/api/account/password', {
          current: 'k7w-yo2q',
          password: 'a password of my own making',
        })
      ).statusCode,
    ).toBe(204);
    expect(await next.session()).toMatchObject({ user: { uid: userId, accessLevel: 2 } });
  });
});
