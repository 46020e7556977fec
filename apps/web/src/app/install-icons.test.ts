import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const web = new URL('../../', import.meta.url);
const read = (path: string): Promise<Buffer> => readFile(new URL(path, web));
/** Width and height from a PNG's header. */
const getSize = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
type Manifest = {
  readonly id: string;
  readonly display: string;
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[];
};

describe('the manifest of the installed application', () => {
  it('declares an identity and opens without the browser around it', async () => {
    const manifest = JSON.parse((await read('public/manifest.webmanifest')).toString()) as Manifest;
    expect([manifest.id, manifest.display]).toEqual(['/', 'standalone']);
  });

  it('names PNG icons of 192 and 512 pixels and a maskable one, each of its stated size', async () => {
    const { icons } = JSON.parse(
      (await read('public/manifest.webmanifest')).toString(),
    ) as Manifest;
    const pngs = icons.filter(({ type }) => type === 'image/png');
    expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of pngs) expect(getSize(await read(`public${src}`))).toBe(sizes);
  });

  it('shows push messages with PNG files, the badge in one colour: Android reads no SVG', async () => {
    const worker = (await read('service-worker/worker.js')).toString();
    const source = (name: string): string =>
      new RegExp(`${name}: '([^']*)'`).exec(worker)?.[1] ?? '';
    expect([source('icon'), source('badge')]).toEqual(['/icon-192.png', '/badge.png']);
    expect(getSize(await read(`public${source('icon')}`))).toBe('192x192');
    expect(getSize(await read(`public${source('badge')}`))).toBe('96x96');
    const built = (await read('vite.config.ts')).toString();
    for (const name of ['icon', 'badge']) expect(built).toContain(`'${source(name)}'`);
  });

  it('comes with an icon for the home screen of an iPhone, which ignores manifest icons', async () => {
    expect((await read('index.html')).toString()).toContain(
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
    );
    expect(getSize(await read('public/apple-touch-icon.png'))).toBe('180x180');
  });
});
