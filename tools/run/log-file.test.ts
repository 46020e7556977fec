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

it('keeps the logs of the last five starts', async () => {
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

it('continues in a new file when one is full, and never needs more than five of them', async () => {
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

it('writes on when a new file cannot be opened, and into one as soon as it can', async () => {
  const folder = join(await emptyFolder(), 'logs');
  const log = openLogFile(folder, 30);
  await rm(folder, { recursive: true });
  for (let line = 0; line < 5; line += 1) log.write(Buffer.from(`line ${line} without a folder\n`));
  await mkdir(folder);
  log.write(Buffer.from('line with a folder\n'));
  log.close();
  expect(await readFile(join(folder, 'server.log'), 'utf8')).toBe('line with a folder\n');
});

it('ignores output that arrives after it was closed', async () => {
  const folder = await emptyFolder();
  const log = openLogFile(folder);
  log.write(Buffer.from('early\n'));
  log.close();
  log.write(Buffer.from('late\n'));
  log.close();
  expect(await readFile(join(folder, 'server.log'), 'utf8')).toBe('early\n');
});

it('names the log and the remedy when its folder cannot be created', async () => {
  const file = join(await emptyFolder(), 'file');
  await writeFile(file, '');
  const log = join(file, 'logs', 'server.log');
  expect(() => openLogFile(join(file, 'logs'))).toThrow(
    `The log ${log} cannot be written (ENOTDIR).\nGive its folder to this user (chown)`,
  );
});
