import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isAlive } from './process-claim.mjs';
import { stopProgram } from './processes.mjs';

/** Answers each line on its standard input and does not end on SIGTERM. */
const STUBBORN = `process.on('SIGTERM', () => console.log('asked'));
process.stdin.on('data', () => console.log('alive'));
console.log('ready');`;

it('a server gets time to drain before it is killed', async () => {
  const child = spawn(process.execPath, ['-e', STUBBORN], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([, signal]) => String(signal));
  const nextLine = async () => String((await once(child.stdout, 'data'))[0]).trim();
  expect(await nextLine()).toBe('ready');
  vi.stubEnv('YAMORI_DRAIN_SECONDS', '5');
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());

  const asked = nextLine();
  const stopped = stopProgram({ child, ended });
  expect(await asked).toBe('asked');
  vi.advanceTimersByTime(14_999);
  const answer = nextLine();
  child.stdin.write('\n');
  expect(await Promise.race([answer, ended])).toBe('alive');
  vi.advanceTimersByTime(1);
  await stopped;
  expect(await ended).toBe('SIGKILL');
});

/** npm rolls back on SIGTERM, which would remove what the next start's npm has installed. */
it('a tool is killed as soon as the process that runs it is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-tool-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const tool = `const { writeFileSync } = require('node:fs');
    process.on('SIGTERM', () => writeFileSync('rolled-back', ''));
    process.on('exit', () => writeFileSync('ended', ''));
    setInterval(() => undefined, 1000);
    writeFileSync(String(process.pid), '');`;
  const runner = `import { runTool } from ${JSON.stringify(new URL('processes.mjs', import.meta.url).href)};
    await runTool(process.execPath, ['-e', ${JSON.stringify(tool)}], { cwd: ${JSON.stringify(folder)} });`;
  const start = spawn(process.execPath, ['--input-type=module', '-e', runner]);
  onTestFinished(() => void start.kill('SIGKILL'));
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  const [toolPid = ''] = await readdir(folder);

  start.kill('SIGKILL');
  await expect.poll(() => isAlive(Number(toolPid))).toBe(false);
  expect(await readdir(folder)).toEqual([toolPid]);
});
