import { describe, expect, it } from 'vitest';
import { parseLocalPath } from './local-path.ts';

describe('parseLocalPath', () => {
  it.each([
    '/',
    '/rooms/a/sleep?night=2026-11-21#n',
    '/index-list-table?presence=outOfBed&sort=name',
    '/loginless',
  ])('accepts %s', (path) => {
    const own = parseLocalPath(path);
    expect(`${own?.pathname}${own?.search}${own?.hash}`).toBe(path);
  });

  it.each([
    undefined,
    null,
    '',
    'x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/x/../..//evil.example',
    '/a\\b',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n',
    '/a b',
    '/a\u0000',
    '/api/session/sign-out',
    '/live',
    '/login',
    '/login?next=/',
    '/handleauth?outcome=refused',
    `/${'a'.repeat(1000)}`,
  ])('rejects %j', (path) => {
    expect(parseLocalPath(path)).toBeNull();
  });
});
