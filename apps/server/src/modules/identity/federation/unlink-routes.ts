import { federationApi } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import { ownerOf } from '../account-owner.ts';
import type { WayParts } from './way-routes.ts';

/** Lets users unlink their own providers. */
export function unlinkRoutes({ door, accounts }: WayParts): readonly Route[] {
  return [
    route(federationApi.unlink, async ({ session, body }) => {
      const owner = ownerOf(session);
      await door.confirmation.require(owner.sessionId);
      await accounts.unlink(owner, body.provider);
      door.announceChange(owner.userId);
    }),
  ];
}
