import { describe, expect, it } from 'vitest';
import { getOutcomeUrl, ownPath } from './callback-result.ts';

describe('ownPath', () => {
  it.each([
    '/',
    '/help',
    '/room/r1/sleep?night=2026-11-21',
    '/index-list-table?name=%E9%83%A8%E5%B1%8B',
    '/apiary',
  ])('accepts %s', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it('drops the fragment, which may be a secret code', () => {
    expect(ownPath('/registerUser/akane#T397-8QX2-0000-1111')).toBe('/registerUser/akane');
  });

  it.each([
    null,
    undefined,
    '',
    'help',
    'https://evil.example',
    'https:/evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/x\\y',
    '/a/..//evil.example',
    'javascript:alert(1)',
    ' /help',
    '/he lp',
    '/\nhelp',
    '/部屋',
    '/api/session/sign-out',
    '/api',
    '/live',
    '/login',
    '/login?next=/',
    '/handleauth?outcome=signedIn',
    `/${'x'.repeat(1000)}`,
  ])('replaces %j by /', (path) => {
    expect(ownPath(path)).toBe('/');
  });
});

describe('outcomeAddress', () => {
  it('contains the outcome and the frame, and nothing else', () => {
    expect(
      getOutcomeUrl(
        { kind: 'refused', way: 'saml.akane', code: 'sign-in-proof-refused' },
        { flow: 'popup', popupId: 'w-1', nextPath: '/a?b=c&d' },
      ),
    ).toBe(
      '/handleauth?outcome=refused&way=saml.akane&flow=popup&next=%2Fa%3Fb%3Dc%26d&code=sign-in-proof-refused&popup=w-1',
    );
  });
});
