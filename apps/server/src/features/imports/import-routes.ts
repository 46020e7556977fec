import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  clockFitReply,
  importCommand,
  importReply,
  proposalCall,
  proposalReply,
  refuse,
  type Actor,
  type ImportReply,
} from '@yamori/domain';
import { z } from 'zod';
import { requireActor } from '../../http/request-actor.ts';
import { attachmentHeader } from '../../http/attachment-header.ts';
import { fitImportClock } from './import-clock.ts';
import { placeOf, type ImportCommands, type ImportPlace } from './import-commands.ts';
import type { ImportParts } from './import-parts.ts';
import { proposeRooms } from './import-proposal.ts';

const params = z.object({
  roomId: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^/]*$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const AT = '/api/rooms/:roomId/imports/:sha256';

/** Commands on imports, and their originals (contract/import-messages.ts). */
export function registerImportRoutes(
  plain: FastifyInstance,
  parts: ImportParts,
  commands: ImportCommands,
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const command = { params, body: importCommand, response: { 202: importReply } };
  const accepted = (at: ImportPlace): ImportReply => ({ path: placeOf(at), accepted: true });

  server.post(`${AT}/start`, { schema: command }, async (request, reply) => {
    await commands.start(requireActor(request), request.params, request.body.settings);
    return reply.code(202).send(accepted(request.params));
  });
  server.post(`${AT}/rerun`, { schema: command }, async (request, reply) => {
    await commands.rerun(requireActor(request), request.params, request.body.settings);
    return reply.code(202).send(accepted(request.params));
  });
  server.post(`${AT}/undo`, { schema: command }, async (request, reply) => {
    await commands.undo(requireActor(request), request.params);
    return reply.code(202).send(accepted(request.params));
  });
  server.post(`${AT}/cancel`, { schema: command }, async (request, reply) => {
    await commands.cancel(requireActor(request), request.params);
    return reply.code(202).send(accepted(request.params));
  });
  server.post(`${AT}/discard`, { schema: command }, async (request, reply) => {
    await commands.discard(requireActor(request), request.params);
    return reply.code(202).send(accepted(request.params));
  });
  server.post(
    `${AT}/clock`,
    { schema: { params, response: { 200: clockFitReply } } },
    async (request) =>
      fitImportClock(
        parts,
        commands,
        requireActor(request),
        request.params,
        AbortSignal.timeout(FIT_PATIENCE_MS),
      ),
  );

  server.post(
    '/api/imports/proposal',
    { schema: { body: proposalCall, response: { 200: proposalReply } } },
    async (request) => proposeRooms(parts, requireActor(request), request.body),
  );

  server.get(`${AT}/original`, { schema: { params } }, async (request, reply) => {
    const { fileName, sizeBytes, bytes } = await openDownload(
      parts,
      commands,
      requireActor(request),
      request.params,
    );
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-length': sizeBytes,
        'content-disposition': attachmentHeader(fileName),
      })
      .send(bytes);
  });
}

const FIT_PATIENCE_MS = 50_000;

/** Whoever takes a file out is noted before its first byte leaves. */
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
