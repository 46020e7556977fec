import { Readable } from 'node:stream';
import { importApi, ProblemError, type Actor } from '@yamori/domain';
import { toContentDisposition } from '../../core/http/content-disposition.ts';
import { route, type Route } from '../../core/http/route.ts';
import { abortOnDisconnect } from '../../core/http/abort-on-disconnect.ts';
import type { FairQueue } from '../../core/messaging/jobs/fair-queue.ts';
import { fitImportClock } from './import-clock.ts';
import { getDocumentPath, type ImportCommands } from './import-commands.ts';
import type { ImportPlace } from './import-transitions.ts';
import type { ImportContext } from './import-context.ts';
import { proposeRooms } from './import-proposal.ts';

/** Commands on imports, and downloads of their originals. */
export function importRoutes(
  context: ImportContext,
  commands: ImportCommands,
  clockFits: FairQueue,
): readonly Route[] {
  const command = (name: 'start' | 'rerun' | 'undo' | 'cancel' | 'discard') =>
    route(importApi[name], async ({ actor, params, body, reply }) => {
      await commands[name](actor, params, body.settings);
      reply.code(202);
      return { path: getDocumentPath(params), accepted: true as const };
    });

  return [
    command('start'),
    command('rerun'),
    command('undo'),
    command('cancel'),
    command('discard'),
    route(importApi.fitClock, async ({ actor, params, reply }) => {
      const answer = await abortOnDisconnect(reply, (gone) =>
        clockFits.take(actor.userId, gone, () => {
          const signal = AbortSignal.any([gone, AbortSignal.timeout(FIT_TIMEOUT_MS)]);
          return fitImportClock(context, commands, actor, params, signal);
        }),
      );
      return answer ?? reply.hijack();
    }),

    route(importApi.propose, ({ actor, body }) => proposeRooms(context, actor, body)),

    route(importApi.original, async ({ actor, params, reply }) => {
      const { fileName, sizeBytes, bytes } = await openDownload(context, commands, actor, params);
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'content-length': sizeBytes,
          'content-disposition': toContentDisposition(fileName),
        })
        .send(bytes);
    }),
  ];
}

const FIT_TIMEOUT_MS = 50_000;

/** Records the download before the first byte is sent. */
async function openDownload(
  context: ImportContext,
  commands: ImportCommands,
  actor: Actor,
  at: ImportPlace,
) {
  const { document, upload } = await commands.find(actor, at);
  if (upload === null || upload.expiresAt !== null)
    throw new ProblemError('import-original-missing', { place: document.path });
  await context.documents.change(document.path, {
    fields: {},
    action: 'downloaded',
    by: actor.userId,
  });
  const pieces = context.originals.read(context.database, upload, 0, upload.sizeBytes);
  const bytes = Readable.from(
    (async function* readBytes() {
      for await (const piece of pieces) yield piece.bytes;
    })(),
    { objectMode: false },
  );
  return { fileName: document.fields.fileName, sizeBytes: upload.sizeBytes, bytes };
}
