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

describe('the sign-in methods of an account', () => {
  it('the list has the linked methods, with the current one marked, and those that the installation offers', () => {
    expect(
      providerRows(user('line', 'email', 'line'), {
        ...NOTHING,
        line: true,
        google: true,
        saml: true,
      }),
    ).toEqual([
      { method: 'email', linked: true, current: false },
      { method: 'line', linked: true, current: true },
      { method: 'google', linked: false, current: false },
      { method: null, linked: false, current: false },
    ]);
  });

  it('the list omits methods that the installation lacks, but keeps linked ones', () => {
    expect(
      providerRows(user('email', 'email', 'google', 'saml.akane'), NOTHING).map(
        ({ method }) => method,
      ),
    ).toEqual(['email', 'google', 'saml.akane']);
    expect(providerRows(user('anonymous'), NOTHING)).toEqual([]);
  });
});
