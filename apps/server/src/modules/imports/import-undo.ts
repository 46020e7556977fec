import { toUploadSerial } from '@yamori/domain';
import type { JobLease } from '../../core/messaging/jobs/job-store.ts';
import { createBlockCoder } from '../../core/timeline/chunks/block-coder.ts';
import { databaseChunkStore } from '../../core/timeline/chunks/chunk-store.ts';
import type { ChunkWriter } from '../../core/timeline/importing/chunk-writes.ts';
import { dropImportedStay } from '../../core/timeline/importing/imported-stays.ts';
import {
  removeDeviceChunks,
  removeListedFrames,
} from '../../core/timeline/importing/remove-frames.ts';
import { holdJob } from '../../core/messaging/jobs/job-store.ts';
import type { RunningJob } from '../../core/messaging/jobs/job-kind.ts';
import type { ImportContext } from './import-context.ts';
import { resetCursor } from './import-runs.ts';
import type { Upload } from './uploads/upload-store.ts';

/**
 * Removes exactly what an import added to the timeline, in batches. A killed run can be resumed.
 * The room stops showing the import with the first step.
 */
export async function takeAway(
  context: ImportContext,
  upload: Upload,
  job: Pick<RunningJob, 'lease' | 'effect'>,
): Promise<void> {
  const writer: ChunkWriter = {
    store: databaseChunkStore,
    coder: createBlockCoder(),
    nowMs: () => context.now().getTime(),
  };
  const target = { rootDomainId: upload.rootDomainId, importId: upload.uploadId, shared: true };
  await job.effect((queries) => dropImportedStay(queries, upload.rootDomainId, upload.uploadId));
  while ((await job.effect((queries) => removeListedFrames(writer, queries, target))) > 0) continue;
  const serial = toUploadSerial(upload.uploadId);
  while ((await job.effect((queries) => removeDeviceChunks(queries, serial))) > 0) continue;
  await dropFileDevice(context, serial, job.lease);
  await job.effect((queries) => resetCursor(queries, upload));
}

async function dropFileDevice(
  context: ImportContext,
  serial: string,
  lease: JobLease,
): Promise<void> {
  await context.store.commit([{ kind: 'delete', path: `device/${serial}` }], {
    userId: null,
    alongside: (queries) => holdJob(queries, lease),
  });
}
