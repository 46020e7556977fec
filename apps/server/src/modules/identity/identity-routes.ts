import { sessionApi } from '@yamori/domain';
import { route, type Route } from '../../core/http/route.ts';
import { accountSecurityRoutes } from './account-security-routes.ts';
import type { Identity } from './identity.ts';
import {
  presentSession,
  presentVisitor,
  replySignIn,
  setCookies,
  getClientInfo,
} from './session-reply.ts';
import { ownSessionRoutes } from './sessions/own-session-routes.ts';
import { secondStepRoutes } from './sessions/mfa-challenge-routes.ts';

/** Sign-in, sign-out, the current session, the member's own sessions and account security. */
export function identityRoutes(identity: Identity): readonly Route[] {
  return [
    route(sessionApi.read, async ({ request }) => {
      const { cookie } = request.headers;
      return presentVisitor(identity, await identity.findSession(cookie), cookie);
    }),
    route(sessionApi.signIn, async ({ body, request, reply }) => {
      const attempt = { email: body.email.toLowerCase(), password: body.password };
      const result = await identity.signIn(attempt, getClientInfo(request), request.headers.cookie);
      return replySignIn(identity, reply, result);
    }),
    route(sessionApi.signOut, async ({ request, reply }) => {
      setCookies(reply, await identity.sessions.signOut(request.headers.cookie));
      return presentSession(identity, null, null);
    }),
    route(sessionApi.refresh, async ({ request, reply }) => {
      const { cookie } = request.headers;
      const refreshed = await identity.sessions.refresh(cookie);
      setCookies(reply, refreshed.setCookies);
      return presentVisitor(identity, refreshed.session, cookie);
    }),
    ...secondStepRoutes(identity),
    ...ownSessionRoutes(identity),
    ...accountSecurityRoutes(identity),
  ];
}
