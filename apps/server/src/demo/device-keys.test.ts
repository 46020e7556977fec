import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKeys, writeKeys, type KeyedDevice } from './device-keys.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yamori-keys-'));
  file = join(folder, 'demonstration', 'devices.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const aDevice = (serial: string): KeyedDevice => ({
  serial,
  key: `key-of-${serial}`,
  typeCode: 'bed',
  roomName: '201',
  streams: [
    { streamId: 1, kind: 'impe', channels: 1, unit: '', sampleRateHz: 50, scale: 1, offset: 0 },
  ],
});

describe('the device key file of the demo', () => {
  it('returns the keys as written, and only its owner can read it', async () => {
    const devices = [aDevice('A'), aDevice('B')];
    await writeKeys(file, devices);
    expect([...(await readKeys(file))]).toEqual(devices.map(({ serial, key }) => [serial, key]));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  });

  it('replaces its content atomically, without a partial file', async () => {
    await writeKeys(file, [aDevice('A'), aDevice('B')]);
    await writeFile(`${file}.new`, '[{"serial":"cut o');
    await writeKeys(file, [aDevice('C')]);
    expect([...(await readKeys(file)).keys()]).toEqual(['C']);
    expect(await readdir(dirname(file))).toEqual(['devices.json']);
  });

  it.each([
    ['the file is missing', null],
    ['the file is empty', ''],
    ['the file is truncated', '[{"serial":"A","ke'],
    ['the file belongs to another program', '{"devices":[]}'],
    ['an entry has no key', JSON.stringify([{ ...aDevice('A'), key: undefined }])],
    ['an entry has an unknown field', JSON.stringify([{ ...aDevice('A'), owner: 'x' }])],
  ])('yields no keys when %s', async (_name, text) => {
    if (text !== null) {
      await mkdir(dirname(file));
      await writeFile(file, text);
    }
    expect(await readKeys(file)).toEqual(new Map());
  });

  it('reports where it could not be written', async () => {
    await writeFile(join(folder, 'demonstration'), 'a file where the folder should be');
    await expect(writeKeys(file, [])).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await readFile(join(folder, 'demonstration'), 'utf8')).toBe(
      'a file where the folder should be',
    );
  });
});
