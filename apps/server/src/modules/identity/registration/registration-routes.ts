import { registrationApi } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import { replyAdmission, visitOf } from '../session-reply.ts';
import { requestAddressProof } from './address-proof.ts';
import { registerDomain } from './domain-registration.ts';
import { invitationRoutes } from './invitations/invitation-routes.ts';
import { readMailedLink } from './mailed-links.ts';
import { oneTimeRoutes } from './one-time/one-time-routes.ts';
import { completePasswordReset, requestPasswordReset } from './password-reset.ts';
import type { RegistrationParts } from './registration-parts.ts';
import { replyEnrolled, requireSignedOut } from './registration-reply.ts';
import { signInAnonymously, signUp } from './sign-up.ts';

/** Registration: endpoints for people who have no session yet. */
export function registrationRoutes(parts: RegistrationParts): readonly Route[] {
  const { identity } = parts;
  return [
    route(registrationApi.proveAddress, ({ body, request }) =>
      requestAddressProof(parts, body, visitOf(request)),
    ),
    route(registrationApi.mailedLink, async ({ body: { token, kind }, request }) => {
      const link = await parts.limits.guessing(
        `link of ${visitOf(request).address}`,
        parts.options.guessesPerVisitor,
        () => readMailedLink(parts.database, token, kind, parts.now()),
      );
      return { email: link.email, expiresAt: link.expiresAt.toISOString() };
    }),
    route(registrationApi.signUp, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const admission = await signUp(parts, body.applicant, visitOf(request));
      return replyAdmission(identity, reply, admission);
    }),
    route(registrationApi.signInAnonymously, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const admission = await signInAnonymously(parts, body.language, visitOf(request));
      return replyAdmission(identity, reply, admission);
    }),
    route(registrationApi.resetPassword, ({ body, request }) =>
      requestPasswordReset(parts, body, visitOf(request)),
    ),
    route(registrationApi.completeReset, async ({ body, request, reply }) =>
      replyAdmission(identity, reply, await completePasswordReset(parts, body, visitOf(request))),
    ),
    route(registrationApi.registerDomain, async ({ actor, body, request, reply }) => {
      if (body.applicant.kind === 'newcomer') requireSignedOut(request);
      const enrolled = await registerDomain(parts, body, actor, visitOf(request));
      return replyEnrolled(parts, request, reply, enrolled);
    }),
    ...invitationRoutes(parts),
    ...oneTimeRoutes(parts),
  ];
}
