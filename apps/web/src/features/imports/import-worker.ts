import { ProblemError } from '@yamori/domain/problem';
import { loadDecoder } from '../../live/chart/engine/decoder-loader.ts';
import { bundleRecord } from './reading/bundle-record.ts';
import { checkFile } from './reading/check-file.ts';
import { isCheckOrder, type CheckNotice, type CheckOrder } from './reading/check-messages.ts';
import { sourceOfFile } from './reading/file-source.ts';

const TOLD_EVERY_MS = 100;

/**
 * The worker of one file: reads it, so that the page never waits and all memory goes with the
 * worker.
 */
function startImportWorker(): void {
  const tell = (notice: CheckNotice): void => globalThis.postMessage(notice);
  globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isCheckOrder(data)) return;
    const told = { atMs: 0 };
    const onProgress = (fraction: number): void => {
      if (performance.now() - told.atMs < TOLD_EVERY_MS) return;
      told.atMs = performance.now();
      tell({ type: 'check-progress', fraction });
    };
    carryOut(data, onProgress)
      .then(tell)
      .catch((error: unknown) =>
        tell({
          type: 'check-failed',
          problem: error instanceof ProblemError ? error.problem : { code: 'import-unreadable' },
        }),
      );
  });
}

async function carryOut(
  order: CheckOrder,
  onProgress: (fraction: number) => void,
): Promise<CheckNotice> {
  if (order.type === 'bundle-files')
    return { type: 'bundle-done', file: await bundleRecord(order.files, order.name) };
  return {
    type: 'check-done',
    check: await checkFile(sourceOfFile(order.file), {
      sampleRateHz: order.sampleRateHz,
      loadDecoder,
      onProgress,
    }),
  };
}

startImportWorker();
