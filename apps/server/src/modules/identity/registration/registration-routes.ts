import { registrationApi } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import { replySignIn, getClientInfo } from '../session-reply.ts';
import { requestAddressProof } from './address-proof.ts';
import { registerDomain } from './domain-registration.ts';
import { invitationRoutes } from './invitations/invitation-routes.ts';
import { readMailedLink } from './mailed-links.ts';
import { oneTimeRoutes } from './one-time/one-time-routes.ts';
import { completePasswordReset, requestPasswordReset } from './password-reset.ts';
import type { RegistrationParts } from './registration-parts.ts';
import { replyJoined, requireSignedOut } from './registration-reply.ts';
import { signInAnonymously, signUp } from './sign-up.ts';

/** Registration: endpoints for people who have no session yet. */
export function registrationRoutes(parts: RegistrationParts): readonly Route[] {
  const { identity } = parts;
  return [
    route(registrationApi.proveAddress, ({ body, request }) =>
      requestAddressProof(parts, body, getClientInfo(request)),
    ),
    route(registrationApi.mailedLink, async ({ body: { token, kind }, request }) => {
      const link = await parts.limits.guessing(
        `link of ${getClientInfo(request).address}`,
        parts.options.guessesPerVisitor,
        () => readMailedLink(parts.database, token, kind, parts.now()),
      );
      return { email: link.email, expiresAt: link.expiresAt.toISOString() };
    }),
    route(registrationApi.signUp, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const result = await signUp(parts, body.applicant, getClientInfo(request));
      return replySignIn(identity, reply, result);
    }),
    route(registrationApi.signInAnonymously, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const result = await signInAnonymously(parts, body.language, getClientInfo(request));
      return replySignIn(identity, reply, result);
    }),
    route(registrationApi.resetPassword, ({ body, request }) =>
      requestPasswordReset(parts, body, getClientInfo(request)),
    ),
    route(registrationApi.completeReset, async ({ body, request, reply }) =>
      replySignIn(
        identity,
        reply,
        await completePasswordReset(parts, body, getClientInfo(request)),
      ),
    ),
    route(registrationApi.registerDomain, async ({ actor, body, request, reply }) => {
      if (body.applicant.kind === 'newcomer') requireSignedOut(request);
      const enrolled = await registerDomain(parts, body, actor, getClientInfo(request));
      return replyJoined(parts, request, reply, enrolled);
    }),
    ...invitationRoutes(parts),
    ...oneTimeRoutes(parts),
  ];
}
