import { describe, expect, it, vi } from 'vitest';
import { guardMarkup, isOwnScript } from './trusted-types.ts';

type Rules = {
  readonly createHTML: (text: string) => null;
  readonly createScriptURL: (address: string) => string | null;
  readonly createScript?: unknown;
};

describe('the policy of markup', () => {
  it.each([
    ['/assets/worker-AbC_1-.js', true],
    ['https://ward.example/assets/worker-AbC.js', true],
    ['/sw.js', true],
    ['https://evil.example/assets/worker.js', false],
    ['//evil.example/sw.js', false],
    ['/api/files/x.js', false],
    ['/assets/../api/x.js', false],
    ['/assets/x.js?y', false],
    ['/assets/x.svg', false],
    ['data:text/javascript,alert(1)', false],
    ['blob:https://ward.example/1', false],
    ['javascript:alert(1)', false],
    ['http://[', false],
  ])('takes %s as a script of ours: %s', (address, expected) => {
    expect(isOwnScript(address, 'https://ward.example')).toBe(expected);
  });

  it('refuses all markup, styles included, and has no rule for code', () => {
    const createPolicy = vi.fn<(name: string, rules: Rules) => unknown>();
    guardMarkup({
      trustedTypes: { createPolicy },
      location: { origin: 'https://ward.example' },
    } as unknown as Window);
    const [name, rules] = createPolicy.mock.calls[0] ?? [];
    expect([
      name,
      rules?.createHTML('<b>x</b>'),
      rules?.createHTML(':root{--a:1px}'),
      rules?.createScriptURL('https://evil.example/x.js'),
      rules?.createScript,
    ]).toEqual(['default', null, null, null, undefined]);
  });

  it('asks nothing of a browser that has no such thing', () => {
    expect(() =>
      guardMarkup({ location: { origin: 'https://ward.example' } } as unknown as Window),
    ).not.toThrow();
  });
});
