import { federationApi } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../core/http/serve-endpoint.ts';
import { ownerOf } from '../account-owner.ts';
import type { WayParts } from './way-routes.ts';

/** Lets users unlink their own providers. */
export function registerUnlink(server: FastifyInstance, { door, accounts }: WayParts): void {
  serveEndpoint(server, federationApi.unlink, async ({ session, body }) => {
    const owner = ownerOf(session);
    await door.confirmation.require(owner.sessionId);
    await accounts.unlink(owner, body.provider);
    door.announceChange(owner.userId);
  });
}
