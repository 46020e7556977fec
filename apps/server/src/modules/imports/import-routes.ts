import { Readable } from 'node:stream';
import { importApi, refuse, type Actor } from '@yamori/domain';
import { attachmentHeader } from '../../core/http/attachment-header.ts';
import { route, type Route } from '../../core/http/route.ts';
import { whileWaitedFor } from '../../core/http/waited-work.ts';
import type { Turns } from '../../core/messaging/jobs/turns.ts';
import { fitImportClock } from './import-clock.ts';
import { placeOf, type ImportCommands } from './import-commands.ts';
import type { ImportPlace } from './import-transitions.ts';
import type { ImportParts } from './import-parts.ts';
import { proposeRooms } from './import-proposal.ts';

/** Commands on imports, and downloads of their originals. */
export function importRoutes(
  parts: ImportParts,
  commands: ImportCommands,
  clockFits: Turns,
): readonly Route[] {
  const command = (name: 'start' | 'rerun' | 'undo' | 'cancel' | 'discard') =>
    route(importApi[name], async ({ actor, params, body, reply }) => {
      await commands[name](actor, params, body.settings);
      reply.code(202);
      return { path: placeOf(params), accepted: true as const };
    });

  return [
    command('start'),
    command('rerun'),
    command('undo'),
    command('cancel'),
    command('discard'),
    route(importApi.fitClock, async ({ actor, params, reply }) => {
      const answer = await whileWaitedFor(reply, (gone) =>
        clockFits.take(actor.userId, gone, () => {
          const signal = AbortSignal.any([gone, AbortSignal.timeout(FIT_TIMEOUT_MS)]);
          return fitImportClock(parts, commands, actor, params, signal);
        }),
      );
      return answer ?? reply.hijack();
    }),

    route(importApi.propose, ({ actor, body }) => proposeRooms(parts, actor, body)),

    route(importApi.original, async ({ actor, params, reply }) => {
      const { fileName, sizeBytes, bytes } = await openDownload(parts, commands, actor, params);
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'content-length': sizeBytes,
          'content-disposition': attachmentHeader(fileName),
        })
        .send(bytes);
    }),
  ];
}

const FIT_TIMEOUT_MS = 50_000;

/** Records the download before the first byte is sent. */
async function openDownload(
  parts: ImportParts,
  commands: ImportCommands,
  actor: Actor,
  at: ImportPlace,
) {
  const { document, upload } = await commands.find(actor, at);
  if (upload === null || upload.expiresAt !== null)
    throw refuse('import-original-missing', { place: document.path });
  await parts.documents.change(document.path, {
    fields: {},
    action: 'downloaded',
    by: actor.userId,
  });
  const pieces = parts.originals.read(parts.database, upload, 0, upload.sizeBytes);
  const bytes = Readable.from(
    (async function* bytesOf() {
      for await (const piece of pieces) yield piece.bytes;
    })(),
    { objectMode: false },
  );
  return { fileName: document.fields.fileName, sizeBytes: upload.sizeBytes, bytes };
}
