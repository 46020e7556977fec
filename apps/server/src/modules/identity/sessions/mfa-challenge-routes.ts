import { sessionApi } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import type { Identity } from '../identity.ts';
import { presentSession, replySignIn, setCookies, getClientInfo } from '../session-reply.ts';

/** The second factor of a pending sign-in, and sign-in by passkey. Neither needs a session. */
export function secondStepRoutes(identity: Identity): readonly Route[] {
  const { mfaChallenge } = identity;
  return [
    route(sessionApi.proveSecondFactor, async ({ body, request, reply }) => {
      const { cookie, origin } = request.headers;
      const result = await mfaChallenge.complete(cookie, body, origin, getClientInfo(request));
      return replySignIn(identity, reply, result);
    }),
    route(sessionApi.secondFactorRequest, async ({ request }) => ({
      options: { ...(await mfaChallenge.passkeyRequest(request.headers.cookie)) },
    })),
    route(sessionApi.leaveSecondFactor, async ({ request, reply }) => {
      const { cookie } = request.headers;
      setCookies(reply, await mfaChallenge.leave(cookie));
      return presentSession(identity, await identity.findSession(cookie), null);
    }),
    route(sessionApi.passkeyRequest, async () => ({
      options: { ...(await mfaChallenge.passkeySignInRequest()) },
    })),
    route(sessionApi.signInByPasskey, async ({ body, request, reply }) => {
      const { origin } = request.headers;
      const result = await mfaChallenge.signInByPasskey(
        body.assertion,
        origin,
        getClientInfo(request),
      );
      return replySignIn(identity, reply, result);
    }),
  ];
}
