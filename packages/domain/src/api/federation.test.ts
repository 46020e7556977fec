import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from '../access/access-level.ts';
import {
  federationApi,
  samlApi,
  samlId,
  samlProviderApi,
  WAY_FLOWS,
  WAY_INTENTS,
} from './federation.ts';

describe('the id of an identity provider', () => {
  it.each(['ab', 'akane-no-ie', '0k', `a${'b'.repeat(39)}`])('may be %j', (id) =>
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
  ])('may not be %j', (id) => expect(samlId.safeParse(id).success).toBe(false));
});

describe('the start of a way in', () => {
  const call = { intent: 'signIn', flow: 'redirect', next: '/', popupId: null };

  it('is every intent in either flow', () => {
    for (const intent of WAY_INTENTS)
      for (const flow of WAY_FLOWS)
        expect(
          federationApi.start.body.safeParse({ ...call, intent, flow }).success,
          `${intent} ${flow}`,
        ).toBe(true);
  });

  it.each([
    ['an intent of its own', { intent: 'register' }],
    ['a flow of its own', { flow: 'frame' }],
    ['a way on without an end', { next: `/${'x'.repeat(1000)}` }],
    ['a window without a name', { popupId: '' }],
    ['a window named too short to be a secret', { popupId: 'abc' }],
    ['a window named with markup', { popupId: '<svg onload=1>' }],
    ['a user', { userId: 'somebody' }],
  ])('is refused with %s', (_, change) =>
    expect(federationApi.start.body.safeParse({ ...call, ...change }).success).toBe(false),
  );
});

describe('what an administrator fills in for an identity provider', () => {
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

  it('is taken as it is, without the spaces around names', () => {
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
  ])('is refused with %j as the address of its sign-in', (signInUrl) => {
    expect(samlProviderApi.save.body.safeParse({ ...input, signInUrl }).success).toBe(false);
  });

  it('lets nobody join above general staff', () => {
    for (const [level, joinLevel] of Object.entries(ACCESS_LEVELS))
      expect(samlProviderApi.save.body.safeParse({ ...input, joinLevel }).success, level).toBe(
        level === 'generalStaff',
      );
  });

  it('has one certificate at least and four at most', () => {
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

  it('never says how high it may vouch: the server does', () => {
    expect(samlProviderApi.save.body.safeParse({ ...input, vouchesUpTo: 200 }).success).toBe(false);
    expect(samlProviderApi.save.body.safeParse({ ...input, domainId: 'other' }).success).toBe(
      false,
    );
  });
});

describe('the code of an organisation', () => {
  it('is asked without the spaces around it, and never empty', () => {
    expect(samlApi.find.body.parse({ organisationCode: ' akane ' })).toEqual({
      organisationCode: 'akane',
    });
    for (const organisationCode of ['', '   ', 'x'.repeat(41)])
      expect(samlApi.find.body.safeParse({ organisationCode }).success).toBe(false);
  });
});
