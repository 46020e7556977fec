import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLogFile } from './log-file.mjs';

const emptyFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

it('the log folder keeps the logs of the last five starts', async () => {
  const folder = await emptyFolder();
  for (let start = 1; start <= 7; start += 1) {
    const log = openLogFile(folder);
    log.write(Buffer.from(`start ${start}\n`));
    log.close();
  }
  const names = (await readdir(folder)).toSorted();
  expect(names).toEqual([
    'server.1.log',
    'server.2.log',
    'server.3.log',
    'server.4.log',
    'server.log',
  ]);
  expect(await readFile(join(folder, 'server.log'), 'utf8')).toBe('start 7\n');
  expect(await readFile(join(folder, 'server.4.log'), 'utf8')).toBe('start 3\n');
});

it('a full log file is followed by a new one, with at most five in total', async () => {
  const folder = await emptyFolder();
  const log = openLogFile(folder, 100);
  for (let line = 0; line < 100; line += 1) log.write(Buffer.from(`line ${line} of the log\n`));
  log.close();
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(texts).toHaveLength(5);
  expect(texts.every((text) => text.length <= 100)).toBe(true);
  expect(log.lastLines()).toContain('line 99 of the log');
});

it('logging continues in the old file until a new one can be opened', async () => {
  const folder = join(await emptyFolder(), 'logs');
  const log = openLogFile(folder, 30);
  await rm(folder, { recursive: true });
  for (let line = 0; line < 5; line += 1) log.write(Buffer.from(`line ${line} without a folder\n`));
  await mkdir(folder);
  log.write(Buffer.from('line with a folder\n'));
  log.close();
  expect(await readFile(join(folder, 'server.log'), 'utf8')).toBe('line with a folder\n');
});

it('output after closing is ignored', async () => {
  const folder = await emptyFolder();
  const log = openLogFile(folder);
  log.write(Buffer.from('early\n'));
  log.close();
  log.write(Buffer.from('late\n'));
  log.close();
  expect(await readFile(join(folder, 'server.log'), 'utf8')).toBe('early\n');
});

it('a failure names the log and the remedy if its folder cannot be created', async () => {
  const file = join(await emptyFolder(), 'file');
  await writeFile(file, '');
  const log = join(file, 'logs', 'server.log');
  expect(() => openLogFile(join(file, 'logs'))).toThrow(
    `The log ${log} cannot be written (ENOTDIR).\nGive its folder to this user (chown)`,
  );
});
