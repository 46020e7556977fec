import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture();
});
afterAll(() => held.close());

const START_CALL = { flow: 'redirect', popupId: null, next: '/' };
const ROUTES: readonly (readonly ['GET' | 'POST', string, object?])[] = [
  ['GET', '/api/account/security'],
  ['POST', '/api/account/password', { current: null, password: 'a password of my own making' }],
  ['POST', '/api/account/totp'],
  ['POST', '/api/account/totp/confirm', { code: '000000' }],
  ['POST', '/api/account/passkeys/creation'],
  ['POST', '/api/account/passkeys/rename', { id: 'x', name: 'x' }],
  ['POST', '/api/account/factors/remove', { id: 'totp' }],
  ['POST', '/api/account/backup-codes'],
  ['POST', '/api/account/providers/unlink', { provider: 'line' }],
  ['POST', '/api/sign-in/line/start', { ...START_CALL, intent: 'link' }],
  ['POST', '/api/sign-in/line/start', { ...START_CALL, intent: 'confirm' }],
  ['GET', '/api/account/profile'],
  ['POST', '/api/account/profile', { name: 'x' }],
  ['POST', '/api/account/email', { email: 'other@akane.example', language: 'ja' }],
  ['POST', '/api/account/email/complete', { token: 'x' }],
  ['GET', '/api/account/deletion'],
  ['POST', '/api/account/delete', {}],
  ['POST', '/api/account/photo/remove', {}],
  ['GET', '/api/usage/choice'],
  ['POST', '/api/usage/choice', { counted: true }],
];

it.each([0, 1, 3, 5, 100])(
  'a one-time session at level %i can neither read nor change an account',
  async (level) => {
    const userId = await held.fixture.addMember(`once-${level}@akane.example`, 'akane', level);
    const client = { address: '192.0.2.1', userAgent: 'test' };
    const { setCookies } = await held.fixture.app.identity.completeSignIn(
      { userId, provider: 'singleTimeToken', factors: 1, singleTimeToken: 'link-1' },
      client,
    );
    const cookie = setCookies[0]?.split(';')[0] ?? '';
    for (const [method, url, payload] of ROUTES) {
      const reply = await held.fixture.app.server.inject({
        method,
        url,
        headers: { cookie },
        ...(payload === undefined ? {} : { payload }),
      });
      expect([url, reply.statusCode, reply.json()]).toEqual([
        url,
        403,
        { code: 'account-forbidden' },
      ]);
    }
  },
);
