import { sessionApi } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../core/http/serve-endpoint.ts';
import { registerAccountSecurityRoutes } from './account-security-routes.ts';
import type { Identity } from './identity.ts';
import {
  presentSession,
  presentVisitor,
  replyAdmission,
  setCookies,
  visitOf,
} from './session-reply.ts';
import { registerOwnSessionRoutes } from './sessions/own-session-routes.ts';
import { registerSecondStepRoutes } from './sessions/second-step-routes.ts';

/** Sign-in, sign-out, the current session, the member's own sessions and account security. */
export function registerIdentityRoutes(server: FastifyInstance, identity: Identity): void {
  serveEndpoint(server, sessionApi.read, async ({ request }) => {
    const { cookie } = request.headers;
    return presentVisitor(identity, await identity.sessionOf(cookie), cookie);
  });

  serveEndpoint(server, sessionApi.signIn, async ({ body, request, reply }) => {
    const attempt = { email: body.email.toLowerCase(), password: body.password };
    const admission = await identity.signIn(attempt, visitOf(request), request.headers.cookie);
    return replyAdmission(identity, reply, admission);
  });

  serveEndpoint(server, sessionApi.signOut, async ({ request, reply }) => {
    setCookies(reply, await identity.sessions.signOut(request.headers.cookie));
    return presentSession(identity, null, null);
  });

  serveEndpoint(server, sessionApi.refresh, async ({ request, reply }) => {
    const { cookie } = request.headers;
    const refreshed = await identity.sessions.refresh(cookie);
    setCookies(reply, refreshed.setCookies);
    return presentVisitor(identity, refreshed.session, cookie);
  });

  registerSecondStepRoutes(server, identity);
  registerOwnSessionRoutes(server, identity);
  registerAccountSecurityRoutes(server, identity);
}
