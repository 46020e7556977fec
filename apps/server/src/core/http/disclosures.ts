import type { Disclosure } from '@yamori/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { subnetOf } from './address-limit.ts';

/** Writes down who was shown what of residents, before they have it. */
export type RecordDisclosures = (
  reader: { readonly userId: string; readonly address: string },
  disclosures: readonly Disclosure[],
) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer shows of residents, as its route says. */
    disclosed: Disclosure[] | null;
  }
}

/** Said by a route whose answer shows something of a resident. */
export function disclose(request: FastifyRequest, disclosure: Disclosure | null): void {
  if (disclosure !== null) (request.disclosed ??= []).push(disclosure);
}

const NOT_MODIFIED = 304;

/**
 * No answer that shows something of a resident leaves before it is written down; one that was
 * refused shows nothing.
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
    await record({ userId: actor.userId, address: subnetOf(request.ip) }, disclosed);
  });
}
