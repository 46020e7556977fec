import { federationApi } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import { toAccountOwner } from '../account-owner.ts';
import type { FederationContext } from './way-routes.ts';

/** Lets users unlink their own providers. */
export function unlinkRoutes({ identity, accounts }: FederationContext): readonly Route[] {
  return [
    route(federationApi.unlink, async ({ session, body }) => {
      const owner = toAccountOwner(session);
      await identity.confirmation.require(owner.sessionId);
      await accounts.unlink(owner, body.provider);
      identity.announceChange(owner.userId);
    }),
  ];
}
