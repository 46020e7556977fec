import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const read = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      link: z.boolean().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
    }),
  ),
});

describe('package-lock.json', () => {
  it('contains a SHA-512 hash for each package that a registry provides', async () => {
    const { packages } = lockFile.parse(JSON.parse(await read('package-lock.json')));
    const provided = Object.entries(packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && link !== true,
    );
    expect(provided.length).toBeGreaterThan(400);
    const unchecked = provided
      .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
      .map(([path]) => path);
    expect(unchecked).toEqual([]);
  });

  it('names no registry, so that packages come from the one that npm is configured for', async () => {
    const { packages } = lockFile.parse(JSON.parse(await read('package-lock.json')));
    const addressed = Object.entries(packages).filter(
      ([, { link, resolved }]) => link !== true && resolved !== undefined,
    );
    expect(addressed.map(([path]) => path)).toEqual([]);
  });
});

describe('.npmrc', () => {
  it('keeps every npm version from running install scripts', async () => {
    expect((await read('.npmrc')).split('\n')).toContain('ignore-scripts=true');
  });
});
