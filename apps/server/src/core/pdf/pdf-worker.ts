import { parentPort, workerData } from 'node:worker_threads';
import type { FromPdfThread } from './pdf-thread.ts';

/** In a thread of `drawInThread`: creates the requested document and posts it. No-op elsewhere. */
export async function handleDrawing<Order>(
  make: (order: Order) => Promise<Uint8Array>,
): Promise<void> {
  if (parentPort === null) return;
  const post = (message: FromPdfThread): void => parentPort?.postMessage(message);
  try {
    post({ kind: 'made', bytes: await make(workerData) });
  } catch (error) {
    post({
      kind: 'failed',
      reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  } finally {
    parentPort.close();
  }
}
