import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { stopProgram } from './processes.mjs';

/** Answers each line on its standard input and does not end on SIGTERM. */
const STUBBORN = `process.on('SIGTERM', () => console.log('asked'));
process.stdin.on('data', () => console.log('alive'));
console.log('ready');`;

it('gives a server its time for draining before it kills it', async () => {
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
