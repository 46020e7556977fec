import { afterEach, describe, expect, it, vi } from 'vitest';
import { programFile } from './programs.mjs';

describe('programFile', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['a bundle if the runner has built it', 'built', 'apps/server/dist/main.js'],
    ['the source without a runner', undefined, 'apps/server/src/main.ts'],
  ])('returns %s', (_, programs, file) => {
    vi.stubEnv('YAMORI_PROGRAMS', programs);
    expect(programFile('apps/server/src/main.ts')).toMatch(new RegExp(`/${file}$`));
  });

  it('returns the source of a program that only tests start', () => {
    vi.stubEnv('YAMORI_PROGRAMS', 'built');
    expect(programFile('e2e/some-server.ts')).toMatch(/e2e\/some-server\.ts$/);
  });
});
