import { ProblemError } from '@yamori/domain/problem';
import { loadDecoder } from '../../live/chart/engine/decoder-loader.ts';
import { checkFile } from './reading/check-file.ts';
import { isCheckOrder, type CheckNotice, type CheckOrder } from './reading/check-messages.ts';
import { createFileSource } from './reading/file-source.ts';
import { bundleFiles } from '@yamori/formats';
import { WHOLE_FILE_BYTES } from './reading/check-whole.ts';

const TOLD_EVERY_MS = 100;

/**
 * The worker of one file: reads it, so that the page never blocks and all memory is freed with the
 * worker.
 */
function startImportWorker(): void {
  const post = (notice: CheckNotice): void => globalThis.postMessage(notice);
  globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isCheckOrder(data)) return;
    const lastReport = { atMs: 0 };
    const onProgress = (fraction: number): void => {
      if (performance.now() - lastReport.atMs < TOLD_EVERY_MS) return;
      lastReport.atMs = performance.now();
      post({ type: 'check-progress', fraction });
    };
    carryOut(data, onProgress)
      .then(post)
      .catch((error: unknown) =>
        post({
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
    check: await checkFile(createFileSource(order.file), {
      sampleRateHz: order.sampleRateHz,
      loadDecoder,
      onProgress,
    }),
  };
}

startImportWorker();

/**
 * Bundles the files of one recording into one file, which is uploaded, recognised and downloaded
 * like any other (decision 019).
 */
async function bundleRecord(files: readonly File[], name: string): Promise<File> {
  if (files.reduce((sum, { size }) => sum + size, 0) > WHOLE_FILE_BYTES)
    throw new ProblemError('import-too-large', { details: { limit: WHOLE_FILE_BYTES } });
  const read = await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      bytes: await createFileSource(file).read(0, file.size),
    })),
  );
  return new File([bundleFiles(read)], name);
}
