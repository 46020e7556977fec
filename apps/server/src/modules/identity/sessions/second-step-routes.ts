import { sessionApi } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import type { Identity } from '../identity.ts';
import { presentSession, replyAdmission, setCookies, visitOf } from '../session-reply.ts';

/** The second factor of a pending sign-in, and sign-in by passkey. Neither needs a session. */
export function secondStepRoutes(identity: Identity): readonly Route[] {
  const { secondStep } = identity;
  return [
    route(sessionApi.proveSecondFactor, async ({ body, request, reply }) => {
      const { cookie, origin } = request.headers;
      const admission = await secondStep.complete(cookie, body, origin, visitOf(request));
      return replyAdmission(identity, reply, admission);
    }),
    route(sessionApi.secondFactorRequest, async ({ request }) => ({
      options: { ...(await secondStep.passkeyRequest(request.headers.cookie)) },
    })),
    route(sessionApi.leaveSecondFactor, async ({ request, reply }) => {
      const { cookie } = request.headers;
      setCookies(reply, await secondStep.leave(cookie));
      return presentSession(identity, await identity.sessionOf(cookie), null);
    }),
    route(sessionApi.passkeyRequest, async () => ({
      options: { ...(await secondStep.passkeySignInRequest()) },
    })),
    route(sessionApi.signInByPasskey, async ({ body, request, reply }) => {
      const { origin } = request.headers;
      const admission = await secondStep.signInByPasskey(body.assertion, origin, visitOf(request));
      return replyAdmission(identity, reply, admission);
    }),
  ];
}
