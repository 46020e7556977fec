import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openIdentityStage,
  TEST_PASSWORD,
  type IdentityStage,
} from '../../../testing/identity-stage.ts';

const HOUSE = '198.51.100.7';
let stage: IdentityStage;
beforeAll(async () => {
  stage = await openIdentityStage({ signInsPerAccount: 100_000, signInsPerAddress: 60 });
});
afterAll(() => stage.close());

type From = { readonly address: string; readonly cookie?: string };

const signIn = async (email: string, password: string, { address, cookie }: From) => {
  const reply = await stage.server.inject({
    method: 'POST',
    url: '/api/session/sign-in',
    payload: { email, password },
    remoteAddress: address,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
  const device = [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0] ?? '')
    .find((line) => line.startsWith('yamori.device='));
  return { status: reply.statusCode, body: reply.json<object>(), device: device ?? '' };
};
const strangers = async (email: string, tries: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < tries; index += 1)
    statuses.push(
      (await signIn(email, 'a wrong password', { address: `203.0.113.${index % 250}` })).status,
    );
  return statuses;
};

describe('password guessing from many addresses (T37)', () => {
  it('reaches the check at most a hundred times and does not lock out a known device', async () => {
    await stage.addMember('owner@example.jp', 'generalStaff');
    const { device } = await signIn('owner@example.jp', TEST_PASSWORD, { address: '192.0.2.1' });
    const statuses = await strangers('owner@example.jp', 300);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);

    const elsewhere = await signIn('owner@example.jp', TEST_PASSWORD, { address: '192.0.2.9' });
    expect(elsewhere.body).toEqual({ code: 'sign-in-locked' });
    const known = { address: '192.0.2.9', cookie: device };
    expect((await signIn('owner@example.jp', TEST_PASSWORD, known)).status).toBe(200);
    // The owner's sign-in grants the strangers no further attempts.
    expect((await strangers('owner@example.jp', 3)).filter((status) => status === 401)).toEqual([]);
  });

  it('does not prevent a signed-in owner from confirming or changing the password', async () => {
    const email = 'signed-in@example.jp';
    await stage.addMember(email, 'generalStaff');
    const cookie = await stage.signIn(email);
    await strangers(email, 101);
    const confirm = (password: string) =>
      ask('/api/session/confirm', { kind: 'password', password });
    const ask = async (url: string, payload: object) =>
      (
        await stage.server.inject({
          method: 'POST',
          url,
          payload,
          remoteAddress: '192.0.2.4',
          headers: { cookie },
        })
      ).statusCode;
    expect(await confirm(TEST_PASSWORD)).toBe(204);
    const statuses: number[] = [];
    for (let index = 0; index < 101; index += 1) statuses.push(await confirm('a wrong password'));
    expect(new Set(statuses.slice(0, 100))).toEqual(new Set([statuses[0]]));
    expect(statuses[100]).not.toBe(statuses[0]);
    expect(await confirm(TEST_PASSWORD)).not.toBe(204);
  });

  it('counts the attempts of a known device too', async () => {
    await stage.addMember('lost-phone@example.jp', 'generalStaff');
    const { device } = await signIn('lost-phone@example.jp', TEST_PASSWORD, {
      address: '192.0.2.2',
    });
    const statuses: number[] = [];
    for (let index = 0; index < 120; index += 1)
      statuses.push(
        (
          await signIn('lost-phone@example.jp', 'a wrong password', {
            address: '192.0.2.2',
            cookie: device,
          })
        ).status,
      );
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  });

  it('trusts a device only for the accounts that signed in on it', async () => {
    await stage.addMember('first@example.jp', 'generalStaff');
    await stage.addMember('second@example.jp', 'generalStaff');
    const first = await signIn('first@example.jp', TEST_PASSWORD, { address: '192.0.2.3' });
    await strangers('second@example.jp', 101);
    const borrowed = { address: '192.0.2.3', cookie: first.device };
    expect((await signIn('second@example.jp', TEST_PASSWORD, borrowed)).body).toEqual({
      code: 'sign-in-locked',
    });
    const forged = { address: '192.0.2.3', cookie: `${first.device.slice(0, -4)}AAAA` };
    expect((await signIn('second@example.jp', TEST_PASSWORD, forged)).body).toEqual({
      code: 'sign-in-locked',
    });
  });
});

describe('sixty failures from one client address (T37)', () => {
  it('colleagues can still sign in, and the replies do not reveal who works there', async () => {
    await stage.addMember('colleague@example.jp', 'generalStaff');
    await stage.addMember('other-house@example.jp', 'generalStaff');
    expect((await signIn('colleague@example.jp', TEST_PASSWORD, { address: HOUSE })).status).toBe(
      200,
    );
    for (let index = 0; index < 60; index += 1)
      await signIn(`guess-${index}@example.jp`, 'a wrong password', { address: HOUSE });

    const wrong = await Promise.all(
      ['colleague@example.jp', 'other-house@example.jp', 'unknown@example.jp'].map((email) =>
        signIn(email, 'a wrong password', { address: HOUSE }),
      ),
    );
    for (const { status, body } of wrong) {
      expect(status).toBe(429);
      expect(body).toMatchObject({ code: 'sign-in-limited' });
    }
    expect((await signIn('colleague@example.jp', TEST_PASSWORD, { address: HOUSE })).status).toBe(
      200,
    );
    expect((await signIn('other-house@example.jp', TEST_PASSWORD, { address: HOUSE })).status).toBe(
      429,
    );
  });
});
