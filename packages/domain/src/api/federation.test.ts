import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '../access/access-level.ts';
import {
  federationApi,
  samlApi,
  samlId,
  samlProviderApi,
  SIGN_IN_FLOWS,
  SIGN_IN_INTENTS,
} from './federation.ts';

describe('samlId', () => {
  it.each(['ab', 'akane-no-ie', '0k', `a${'b'.repeat(39)}`])('accepts %j', (id) =>
    expect(samlId.parse(id)).toBe(id),
  );

  it.each([
    '',
    'a',
    '-ab',
    'Akane',
    'a.b',
    'a/b',
    'a b',
    'あかね',
    'saml.ab',
    `a${'b'.repeat(40)}`,
    'ab\n',
  ])('rejects %j', (id) => expect(samlId.safeParse(id).success).toBe(false));
});

describe('federationApi.start', () => {
  const call = { intent: 'signIn', flow: 'redirect', next: '/', popupId: null };

  it('accepts every intent in either flow', () => {
    for (const intent of SIGN_IN_INTENTS)
      for (const flow of SIGN_IN_FLOWS)
        expect(
          federationApi.start.body.safeParse({ ...call, intent, flow }).success,
          `${intent} ${flow}`,
        ).toBe(true);
  });

  it.each([
    ['an unknown intent', { intent: 'register' }],
    ['an unknown flow', { flow: 'frame' }],
    ['a return path that is too long', { next: `/${'x'.repeat(1000)}` }],
    ['a window without a name', { popupId: '' }],
    ['a window named too short to be a secret', { popupId: 'abc' }],
    ['a window named with markup', { popupId: '<svg onload=1>' }],
    ['a user', { userId: 'somebody' }],
  ])('rejects %s', (_, change) =>
    expect(federationApi.start.body.safeParse({ ...call, ...change }).success).toBe(false),
  );
});

describe('samlProviderApi.save', () => {
  const input = {
    id: 'akane',
    name: '茜の家',
    entityId: 'urn:idp',
    signInUrl: 'https://idp.example/sso',
    certificates: ['MIIB'],
    allowIdpInitiated: false,
    emailAttribute: null,
    nameAttribute: null,
    joinLevel: null,
  };

  it('accepts a provider and trims its names', () => {
    expect(
      samlProviderApi.save.body.parse({ ...input, name: ' 茜の家 ', entityId: ' urn:idp ' }),
    ).toEqual(input);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://idp.example/sso',
    'idp.example',
    '//idp.example/sso',
    '',
  ])("rejects %j as the address of the provider's sign-in", (signInUrl) => {
    expect(samlProviderApi.save.body.safeParse({ ...input, signInUrl }).success).toBe(false);
  });

  it('allows joining as general staff at most', () => {
    for (const [level, joinLevel] of Object.entries(ACCESS_LEVELS))
      expect(samlProviderApi.save.body.safeParse({ ...input, joinLevel }).success, level).toBe(
        level === 'generalStaff',
      );
  });

  it('requires one to four certificates', () => {
    const withCertificates = (count: number) =>
      samlProviderApi.save.body.safeParse({
        ...input,
        certificates: Array.from({ length: count }, () => 'MIIB'),
      }).success;
    expect([0, 1, 4, 5].map(withCertificates)).toEqual([false, true, true, false]);
    expect(samlProviderApi.save.body.safeParse({ ...input, certificates: [''] }).success).toBe(
      false,
    );
  });

  it('rejects a maximum access level, which only the server sets', () => {
    expect(samlProviderApi.save.body.safeParse({ ...input, vouchesUpTo: 200 }).success).toBe(false);
    expect(samlProviderApi.save.body.safeParse({ ...input, domainId: 'other' }).success).toBe(
      false,
    );
  });
});

describe('samlApi.find', () => {
  it('trims the code of an organisation and rejects an empty one', () => {
    expect(samlApi.find.body.parse({ organisationCode: ' akane ' })).toEqual({
      organisationCode: 'akane',
    });
    for (const organisationCode of ['', '   ', 'x'.repeat(41)])
      expect(samlApi.find.body.safeParse({ organisationCode }).success).toBe(false);
  });
});
