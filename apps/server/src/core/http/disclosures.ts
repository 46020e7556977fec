import type { Disclosure } from '@yamori/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toSubnet } from './address-limit.ts';

/** Records which resident data a member receives, before it is sent. */
export type RecordDisclosures = (
  reader: { readonly userId: string; readonly address: string },
  disclosures: readonly Disclosure[],
) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Resident data in the response, as declared by the route. */
    disclosed: Disclosure[] | null;
  }
}

/** Declares that the response contains data of a resident. */
export function disclose(request: FastifyRequest, disclosure: Disclosure | null): void {
  if (disclosure !== null) (request.disclosed ??= []).push(disclosure);
}

const NOT_MODIFIED = 304;

/**
 * Records disclosures before the response is sent. Error responses contain no resident data; 304
 * counts, because it shows data that the browser already has.
 */
export function installDisclosures(server: FastifyInstance, record: RecordDisclosures): void {
  server.decorateRequest('disclosed', null);
  server.addHook('onSend', async (request, reply) => {
    const { actor, disclosed } = request;
    if (
      actor === null ||
      disclosed === null ||
      (reply.statusCode >= 300 && reply.statusCode !== NOT_MODIFIED)
    )
      return;
    await record({ userId: actor.userId, address: toSubnet(request.ip) }, disclosed);
  });
}
