import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginPartial, endPartial, removeAbandoned } from './partial-folder.ts';

const NOW = new Date('2026-11-05T03:00:00Z');
const LONG_AGO = new Date('2026-11-05T01:59:59Z');
let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'yamori-part-'));
});
afterEach(() => rm(place, { recursive: true, force: true }));

/** The pid of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? expect.fail('no process');
}
async function leave(name: string, maker: string | null, at = LONG_AGO): Promise<string> {
  const folder = join(place, name);
  await mkdir(folder);
  await writeFile(join(folder, '000-documents.copy.zst'), 'x');
  if (maker !== null) await writeFile(join(folder, 'maker.json'), maker);
  for (const file of await readdir(folder)) await utimes(join(folder, file), at, at);
  await utimes(folder, at, at);
  return name;
}
const PART = '.yamori-backup-part-monday-AbCdEf';
const made = (pid: number, host = hostname()): string => JSON.stringify({ host, pid });

describe('the partial folder of a killed backup', () => {
  it('disappears with the next backup', async () => {
    await leave(PART, made(await endedPid()));
    expect(await removeAbandoned(join(place, 'tuesday'), NOW)).toEqual([PART]);
    expect(await readdir(place)).toEqual([]);
  });

  it.each<[string, string, () => Promise<string | null>, Date?]>([
    ['of a running process', PART, async () => made(process.pid)],
    ['of another machine', PART, async () => made(await endedPid(), 'elsewhere')],
    [
      'with a write in the last hour',
      PART,
      async () => made(await endedPid()),
      new Date('2026-11-05T02:00:01Z'),
    ],
    ['without information about its maker', PART, async () => null],
    ['with an invalid maker file', PART, async () => '{"pid":"1"}'],
    ['with another name', '.monday-AbCdEf', async () => made(await endedPid())],
    ['with the name of a complete backup', 'monday', async () => made(await endedPid())],
  ])('a folder %s is not removed', async (_, name, maker, at) => {
    await leave(name, await maker(), at);
    expect(await removeAbandoned(join(place, 'tuesday'), NOW)).toEqual([]);
    expect(await readdir(place)).toEqual([name]);
  });

  it('requires no existing parent folder', async () => {
    expect(await removeAbandoned(join(place, 'none', 'tuesday'), NOW)).toEqual([]);
  });
});

it('a partial folder names its maker, survives other backups, and finally holds the backup only', async () => {
  const part = await beginPartial(join(place, 'deep', 'monday'));
  expect(
    await removeAbandoned(join(place, 'deep', 'tuesday'), new Date('2099-01-01T00:00:00Z')),
  ).toEqual([]);
  expect(await readdir(part)).toEqual(['maker.json']);
  await endPartial(part);
  expect(await readdir(part)).toEqual([]);
});
