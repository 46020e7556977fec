import { registrationApi } from '@yamori/domain';
import { route, type Route } from '../../../core/http/route.ts';
import { replySignIn, getClientInfo } from '../session-reply.ts';
import { requestAddressProof } from './address-proof.ts';
import { registerDomain } from './domain-registration.ts';
import { invitationRoutes } from './invitations/invitation-routes.ts';
import { readMailedLink } from './mailed-links.ts';
import { oneTimeRoutes } from './one-time/one-time-routes.ts';
import { completePasswordReset, requestPasswordReset } from './password-reset.ts';
import type { RegistrationContext } from './registration-context.ts';
import { replyJoined, requireSignedOut } from './registration-reply.ts';
import { signInAnonymously, signUp } from './sign-up.ts';

/** Registration: endpoints for people who have no session yet. */
export function registrationRoutes(context: RegistrationContext): readonly Route[] {
  const { identity } = context;
  return [
    route(registrationApi.proveAddress, ({ body, request }) =>
      requestAddressProof(context, body, getClientInfo(request)),
    ),
    route(registrationApi.mailedLink, async ({ body: { token, kind }, request }) => {
      const link = await context.limits.guessing(
        `link of ${getClientInfo(request).address}`,
        context.options.guessesPerVisitor,
        () => readMailedLink(context.database, token, kind, context.now()),
      );
      return { email: link.email, expiresAt: link.expiresAt.toISOString() };
    }),
    route(registrationApi.signUp, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const result = await signUp(context, body.applicant, getClientInfo(request));
      return replySignIn(identity, reply, result);
    }),
    route(registrationApi.signInAnonymously, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const result = await signInAnonymously(context, body.language, getClientInfo(request));
      return replySignIn(identity, reply, result);
    }),
    route(registrationApi.resetPassword, ({ body, request }) =>
      requestPasswordReset(context, body, getClientInfo(request)),
    ),
    route(registrationApi.completeReset, async ({ body, request, reply }) =>
      replySignIn(
        identity,
        reply,
        await completePasswordReset(context, body, getClientInfo(request)),
      ),
    ),
    route(registrationApi.registerDomain, async ({ actor, body, request, reply }) => {
      if (body.applicant.kind === 'newcomer') requireSignedOut(request);
      const enrolled = await registerDomain(context, body, actor, getClientInfo(request));
      return replyJoined(context, request, reply, enrolled);
    }),
    ...invitationRoutes(context),
    ...oneTimeRoutes(context),
  ];
}
