import { ProblemError } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { runInThread } from './managed-thread.ts';

type Said =
  | { readonly kind: 'progress' }
  | { readonly kind: 'made'; readonly value: number }
  | { readonly kind: 'failed' };

/**
 * Runs these lines in a thread. They see `parentPort`, `workerData` and `left`, which is shared.
 */
function startThread(
  lines: string,
  {
    signal = new AbortController().signal,
    silentSeconds = 60,
  }: { readonly signal?: AbortSignal; readonly silentSeconds?: number } = {},
) {
  const left = new Int32Array(new SharedArrayBuffer(4));
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; const left = new Int32Array(workerData);\n${lines}`)}`,
  );
  const result = runInThread<Said, number>({
    script,
    start: left.buffer,
    signal,
    limits: { silentSeconds, memoryMib: 64 },
    work: 'a piece of work',
    refused: {
      silent: (seconds) => new ProblemError('job-failed', { details: { seconds } }),
      memory: () => new ProblemError('job-failed'),
    },
    toOutcome: (message) => {
      if (message.kind === 'failed') throw new Error('it failed');
      return message.kind === 'made' ? { value: message.value } : null;
    },
  });
  return { result, isLeft: () => left[0] === 1 };
}

const CLOSES = `setTimeout(() => { left[0] = 1; parentPort.close(); }, 50);`;

describe('runInThread', () => {
  it('resolves after the thread has closed its resources', async () => {
    const { result, isLeft } = startThread(
      `parentPort.postMessage({ kind: 'progress' }); parentPort.postMessage({ kind: 'made', value: 7 }); ${CLOSES}`,
    );
    expect([await result, isLeft()]).toEqual([7, true]);
  });

  it('rejects after the thread has closed its resources', async () => {
    const { result, isLeft } = startThread(`parentPort.postMessage({ kind: 'failed' }); ${CLOSES}`);
    await expect(result).rejects.toThrow('it failed');
    expect(isLeft()).toBe(true);
  });

  it('ignores messages after the outcome, and terminates a thread that does not exit', async () => {
    const { result } = startThread(
      `parentPort.postMessage({ kind: 'made', value: 1 }); parentPort.postMessage({ kind: 'failed' }); parentPort.on('message', () => undefined);`,
    );
    expect(await result).toBe(1);
  });

  it('terminates silent and aborted threads, and reports errors and unexpected exits', async () => {
    await expect(startThread(`for (;;);`, { silentSeconds: 0.2 }).result).rejects.toMatchObject({
      problem: { code: 'job-failed', details: { seconds: 0.2 } },
    });
    const leaves = new AbortController();
    const stopped = startThread(`for (;;);`, { signal: leaves.signal }).result;
    leaves.abort(new Error('somebody left'));
    await expect(stopped).rejects.toThrow();
    await expect(startThread(`throw new TypeError('broken');`).result).rejects.toThrow('broken');
    await expect(startThread(`process.exit(0);`).result).rejects.toThrow(
      'a piece of work ended without a result',
    );
  });
});
