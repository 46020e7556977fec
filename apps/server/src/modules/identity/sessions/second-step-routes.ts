import { sessionApi } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../core/http/serve-endpoint.ts';
import type { Identity } from '../identity.ts';
import { presentSession, replyAdmission, setCookies, visitOf } from '../session-reply.ts';

/** The second factor of a pending sign-in, and sign-in by passkey. Neither needs a session. */
export function registerSecondStepRoutes(server: FastifyInstance, identity: Identity): void {
  const { secondStep } = identity;

  serveEndpoint(server, sessionApi.proveSecondFactor, async ({ body, request, reply }) => {
    const { cookie, origin } = request.headers;
    const admission = await secondStep.complete(cookie, body, origin, visitOf(request));
    return replyAdmission(identity, reply, admission);
  });

  serveEndpoint(server, sessionApi.secondFactorRequest, async ({ request }) => ({
    options: { ...(await secondStep.passkeyRequest(request.headers.cookie)) },
  }));

  serveEndpoint(server, sessionApi.leaveSecondFactor, async ({ request, reply }) => {
    const { cookie } = request.headers;
    setCookies(reply, await secondStep.leave(cookie));
    return presentSession(identity, await identity.sessionOf(cookie), null);
  });

  serveEndpoint(server, sessionApi.passkeyRequest, async () => ({
    options: { ...(await secondStep.passkeySignInRequest()) },
  }));

  serveEndpoint(server, sessionApi.signInByPasskey, async ({ body, request, reply }) => {
    const { origin } = request.headers;
    const admission = await secondStep.signInByPasskey(body.assertion, origin, visitOf(request));
    return replyAdmission(identity, reply, admission);
  });
}
