import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { toOidcProviders } from './providers.ts';

const LINE = {
  YAMORI_LINE_CLIENT_ID: '1234567890',
  YAMORI_LINE_CLIENT_SECRET: '0123456789abcdef0123456789abcdef',
};
const GOOGLE = {
  YAMORI_GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
  YAMORI_GOOGLE_CLIENT_SECRET: 'secret',
};

describe('OpenID providers of the configuration', () => {
  it('the default is no provider', () => {
    expect(toOidcProviders(readConfig({}))).toEqual([]);
  });

  it('LINE and Google use their real endpoints and their fixed signing methods', () => {
    expect(toOidcProviders(readConfig({ ...LINE, ...GOOGLE }))).toMatchObject([
      {
        name: 'line',
        issuer: 'https://access.line.me',
        authorizationEndpoint: 'https://access.line.me/oauth2/v2.1/authorize',
        tokenEndpoint: 'https://api.line.me/oauth2/v2.1/token',
        clientId: '1234567890',
        scope: 'openid profile',
        signing: { kind: 'secret', algorithm: 'HS256' },
        trustsEmailVerified: false,
      },
      {
        name: 'google',
        issuer: 'https://accounts.google.com',
        authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenEndpoint: 'https://oauth2.googleapis.com/token',
        scope: 'openid profile email',
        signing: {
          kind: 'keys',
          algorithms: ['RS256', 'ES256'],
          jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
        },
        trustsEmailVerified: true,
      },
    ]);
    expect(toOidcProviders(readConfig(GOOGLE)).map(({ name }) => name)).toEqual(['google']);
  });

  it.each([
    ['an id without its secret', { YAMORI_LINE_CLIENT_ID: 'x' }, 'YAMORI_LINE_CLIENT_SECRET'],
    ['a secret without its id', { YAMORI_GOOGLE_CLIENT_SECRET: 'x' }, 'YAMORI_GOOGLE_CLIENT_ID'],
    [
      'a secret too short to sign with',
      { ...LINE, YAMORI_LINE_CLIENT_SECRET: 'short' },
      'YAMORI_LINE_CLIENT_SECRET',
    ],
    [
      'an endpoint without TLS',
      { ...GOOGLE, YAMORI_GOOGLE_TOKEN: 'http://oauth2.example/token' },
      'YAMORI_GOOGLE_TOKEN',
    ],
    [
      'an endpoint whose host only begins with localhost',
      { ...GOOGLE, YAMORI_GOOGLE_TOKEN: 'http://localhost.evil.example/token' },
      'YAMORI_GOOGLE_TOKEN',
    ],
    [
      'an endpoint that is no address',
      { ...GOOGLE, YAMORI_GOOGLE_ISSUER: 'accounts' },
      'YAMORI_GOOGLE_ISSUER',
    ],
  ])('%s is rejected', (_name, environment, place) => {
    expect(() => toOidcProviders(readConfig(environment))).toThrow(`option-invalid (${place})`);
  });

  it('loopback addresses are allowed without TLS', () => {
    for (const host of ['localhost:8090', '127.0.0.1:8090', '[::1]:8090']) {
      expect(
        toOidcProviders(readConfig({ ...LINE, YAMORI_LINE_TOKEN: `http://${host}/token` }))[0]
          ?.tokenEndpoint,
      ).toBe(`http://${host}/token`);
    }
  });
});
