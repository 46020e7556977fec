import { mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../testing/remove-folder.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { openFirstStart } from './first-start-file.ts';

let temporary: TemporaryDatabase;
let dataFolder: string;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), 'yamori-first-link-'));
});
afterAll(async () => {
  await temporary.drop();
  await removeFolder(dataFolder);
});

const open = async (): Promise<void> => {
  const { database } = temporary;
  const context = {
    database,
    now: () => new Date(),
    options: { registerDomain: 'first' as const },
  };
  const log = pino({ level: 'silent' });
  const opened = await openFirstStart(context, { dataFolder, origin: 'http://ward.example', log });
  opened?.close();
};

describe('the file with the link of a first start', () => {
  it('contains one whole link after servers that share the folder started together', async () => {
    await Promise.all(Array.from({ length: 50 }, open));
    expect(await readdir(dataFolder)).toEqual(['first-organisation-link']);
    expect(await readFile(join(dataFolder, 'first-organisation-link'), 'utf8')).toMatch(
      /^http:\/\/ward\.example\/registerdomain#\S+\n$/,
    );
  });

  it('the file is not written through a symbolic link at its path', async () => {
    const path = join(dataFolder, 'first-organisation-link');
    const other = join(dataFolder, 'other');
    await removeFolder(path);
    await writeFile(other, '');
    await symlink(other, path);
    await open();
    expect(await readFile(other, 'utf8')).toBe('');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toContain('/registerdomain#');
  });
});
