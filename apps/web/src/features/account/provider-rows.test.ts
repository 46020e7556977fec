import { describe, expect, it } from 'vitest';
import { providerRows } from './provider-rows.ts';

const NOTHING = {
  password: true,
  line: false,
  google: false,
  saml: false,
  passkey: false,
  anonymous: false,
  signUp: false,
  registerDomain: false,
  domainByMail: false,
  passwordReset: false,
};
const user = (providerId: string, ...providers: string[]) => ({
  providerId,
  loginProviders: providers.map((provider) => ({ provider, uid: provider })),
});

describe('the ways of an account', () => {
  it('are those that are linked, the one in use marked, and those that this installation has', () => {
    expect(
      providerRows(user('line', 'email', 'line'), {
        ...NOTHING,
        line: true,
        google: true,
        saml: true,
      }),
    ).toEqual([
      { way: 'email', linked: true, current: false },
      { way: 'line', linked: true, current: true },
      { way: 'google', linked: false, current: false },
      { way: null, linked: false, current: false },
    ]);
  });

  it('show nothing that this installation does not have, and what is linked all the same', () => {
    expect(
      providerRows(user('email', 'email', 'google', 'saml.akane'), NOTHING).map(({ way }) => way),
    ).toEqual(['email', 'google', 'saml.akane']);
    expect(providerRows(user('anonymous'), NOTHING)).toEqual([]);
  });
});
