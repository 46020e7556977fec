import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ProblemError, TUS_VERSION, UPLOADS_PATH } from '@yamori/domain';
import { z } from 'zod';
import { toProblem } from '../../../core/http/problem-reply.ts';
import type { Route } from '../../../core/http/route.ts';
import { requireActor } from '../../../core/http/request-actor.ts';
import type { ImportLimits } from '../import-limits.ts';
import type { UploadCounters } from './upload-counters.ts';
import { byteCount, readMetadata, requireTus } from './upload-headers.ts';
import type { Uploads } from './uploads.ts';

const BYTES = 'application/offset+octet-stream';
const params = z.object({ uploadId: z.string().max(40) });

type UploadRouteContext = {
  readonly uploads: Uploads;
  readonly limits: ImportLimits;
  readonly counters: UploadCounters;
};

/**
 * Resumable uploads with tus 1.0 (contract/import-messages.ts). Each request may reach a different
 * server (decision 022).
 */
export const uploadRoutes =
  ({ uploads, limits, counters }: UploadRouteContext): Route =>
  (server) =>
    // A separate scope, so that only these routes take a body as a stream.
    server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(BYTES, (_request, body, done) => done(null, body));
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('tus-resumable', TUS_VERSION);
      });
      scope.addHook('onError', async (_request, _reply, error) =>
        counters.countRejected(toProblem(error)?.code ?? 'server-failed'),
      );

      scope.options(UPLOADS_PATH, async (_request, reply) =>
        reply
          .headers({
            'tus-version': TUS_VERSION,
            'tus-extension': 'creation,termination,expiration',
            'tus-max-size': limits.fileBytes,
          })
          .code(204)
          .send(),
      );

      scope.post(UPLOADS_PATH, async (request, reply) => {
        const actor = requireActor(request);
        requireTus(request.headers);
        const upload = await uploads.create(
          actor,
          readMetadata(request.headers),
          byteCount(request.headers, 'upload-length'),
        );
        return withExpiry(reply, upload.expiresAt)
          .headers({
            location: `${UPLOADS_PATH}/${upload.uploadId}`,
            'upload-offset': upload.offsetBytes,
          })
          .code(201)
          .send();
      });

      scope.head(`${UPLOADS_PATH}/:uploadId`, async (request, reply) => {
        const actor = requireActor(request);
        requireTus(request.headers);
        const upload = await uploads.find(actor, params.parse(request.params).uploadId);
        return withExpiry(reply, upload.expiresAt)
          .headers({
            'upload-offset': upload.offsetBytes,
            'upload-length': upload.sizeBytes,
            'cache-control': 'no-store',
          })
          .code(200)
          .send();
      });

      scope.patch(`${UPLOADS_PATH}/:uploadId`, async (request, reply) => {
        const actor = requireActor(request);
        requireTus(request.headers);
        if (!isReadable(request.body))
          throw new ProblemError('media-type-refused', { details: { expected: BYTES } });
        const begin = byteCount(request.headers, 'upload-offset');
        const offset = await uploads.receive(
          actor,
          params.parse(request.params).uploadId,
          begin,
          request.body,
        );
        counters.countReceived(offset - begin);
        return reply.header('upload-offset', offset).code(204).send();
      });

      scope.delete(`${UPLOADS_PATH}/:uploadId`, async (request, reply) => {
        const actor = requireActor(request);
        requireTus(request.headers);
        await uploads.abandon(
          await uploads.find(actor, params.parse(request.params).uploadId),
          actor.userId,
        );
        return reply.code(204).send();
      });
    });

const isReadable = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function';

const withExpiry = (reply: FastifyReply, expiresAt: Date | null): FastifyReply =>
  expiresAt === null ? reply : reply.header('upload-expires', expiresAt.toUTCString());
