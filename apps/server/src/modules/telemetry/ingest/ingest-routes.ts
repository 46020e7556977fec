import { frameBatchReply, ProblemError } from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '../../../core/http/route.ts';
import type { IngestDevice } from './ingest-device.ts';
import type { Ingest } from './ingest.ts';
import { INGEST_LIMITS } from './ingest-limits.ts';
import type { Origin } from './ingest-context.ts';

type IngestRouteDeps = {
  readonly ingest: Ingest;
  readonly limits?: { readonly packetBytes: number; readonly replySeconds: number };
};

const params = z.object({
  serial: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[^/]*$/),
});
const statusReply = z.object({ accepted: z.literal(true) });
const BEARER = /^Bearer (\S{1,200})$/;

/** HTTPS routes for devices that send batches (contract/device-messages.ts). */
export function ingestRoutes(deps: IngestRouteDeps): readonly Route[] {
  const limits = deps.limits ?? INGEST_LIMITS;
  // In their own scope, so that only these routes accept binary bodies.
  const scoped: Route = (server) =>
    server.register(async (scope) => {
      scope.addContentTypeParser(
        'application/octet-stream',
        { parseAs: 'buffer', bodyLimit: limits.packetBytes },
        (_request, body, done) => done(null, body),
      );

      scope.post(
        '/api/devices/:serial/frames',
        {
          config: { anyHost: true },
          bodyLimit: limits.packetBytes,
          schema: { params, response: { 200: frameBatchReply } },
        },
        async (request) => {
          const device = admit(deps.ingest, request);
          if (!Buffer.isBuffer(request.body))
            throw new ProblemError('media-type-refused', {
              details: { expected: 'application/octet-stream' },
            });
          deps.ingest.checkRate(device);
          return within(
            limits.replySeconds,
            deps.ingest.accept(device, request.body, getOrigin(request)),
          );
        },
      );

      scope.post(
        '/api/devices/:serial/status',
        {
          config: { anyHost: true },
          bodyLimit: 16 * 1024,
          schema: { params, response: { 200: statusReply } },
        },
        async (request) => {
          const device = admit(deps.ingest, request);
          const report = await deps.ingest.acceptStatus(
            device,
            JSON.stringify(request.body ?? null),
            getOrigin(request),
            false,
          );
          if (report === null) throw new ProblemError('device-report-invalid');
          return { accepted: true } as const;
        },
      );
    });
  return [scoped];
}

function admit(ingest: Ingest, request: FastifyRequest): IngestDevice {
  const { serial } = params.parse(request.params);
  const [, key] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  const admission = ingest.admit(serial, key ?? '', getOrigin(request));
  switch (admission.kind) {
    case 'admitted':
      return admission.device;
    // The same answer for an unknown device and a wrong key.
    case 'refused':
      throw new ProblemError('key-refused');
  }
}

const getOrigin = (request: FastifyRequest): Origin => ({
  transport: 'https',
  address: request.ip,
});

/** Rejects late work, which may still be stored; resending it is harmless. */
async function within<Result>(seconds: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new ProblemError('ingest-unavailable', { retryAfterSeconds: 5 })),
    seconds * 1000,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
