import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  addressProofCall,
  anonymousCall,
  completeResetCall,
  mailedLinkCall,
  mailedLinkReply,
  passwordResetCall,
  registerDomainCall,
  sessionReply,
  signUpCall,
} from '@yamori/domain';
import { replyAdmission, visitOf } from '../session-reply.ts';
import { requestAddressProof } from './address-proof.ts';
import { registerDomain } from './domain-registration.ts';
import { registerInvitationRoutes } from './invitations/invitation-routes.ts';
import { readMailedLink } from './mailed-links.ts';
import { registerOneTimeRoutes } from './one-time/one-time-routes.ts';
import { completePasswordReset, requestPasswordReset } from './password-reset.ts';
import type { RegistrationParts } from './registration-parts.ts';
import { replyEnrolled, requireSignedOut } from './registration-reply.ts';
import { signInAnonymously, signUp } from './sign-up.ts';

/** Coming to have an account: all of it for people who have no session yet. */
export function registerRegistrationRoutes(plain: FastifyInstance, parts: RegistrationParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    '/api/registration/address-proof',
    { schema: { body: addressProofCall } },
    async (request, reply) => {
      await requestAddressProof(parts, request.body, visitOf(request));
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/registration/mailed-link',
    { schema: { body: mailedLinkCall, response: { 200: mailedLinkReply } } },
    async (request) => {
      const { token, kind } = request.body;
      const visit = visitOf(request);
      const link = await parts.limits.guessing(
        `link of ${visit.address}`,
        parts.options.guessesPerVisitor,
        () => readMailedLink(parts.database, token, kind, parts.now()),
      );
      return { email: link.email, expiresAt: link.expiresAt.toISOString() };
    },
  );

  server.post(
    '/api/registration/sign-up',
    { schema: { body: signUpCall, response: { 200: sessionReply } } },
    async (request, reply) => {
      requireSignedOut(request);
      return replyAdmission(
        parts.identity,
        reply,
        await signUp(parts, request.body.applicant, visitOf(request)),
      );
    },
  );

  server.post(
    '/api/registration/anonymous',
    { schema: { body: anonymousCall, response: { 200: sessionReply } } },
    async (request, reply) => {
      requireSignedOut(request);
      return replyAdmission(
        parts.identity,
        reply,
        await signInAnonymously(parts, request.body.language, visitOf(request)),
      );
    },
  );

  server.post(
    '/api/registration/password-reset',
    { schema: { body: passwordResetCall } },
    async (request, reply) => {
      await requestPasswordReset(parts, request.body, visitOf(request));
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/registration/password-reset/complete',
    { schema: { body: completeResetCall, response: { 200: sessionReply } } },
    async (request, reply) =>
      replyAdmission(
        parts.identity,
        reply,
        await completePasswordReset(parts, request.body, visitOf(request)),
      ),
  );

  server.post(
    '/api/registration/domain',
    { schema: { body: registerDomainCall, response: { 200: sessionReply } } },
    async (request, reply) => {
      if (request.body.applicant.kind === 'newcomer') requireSignedOut(request);
      return replyEnrolled(
        parts,
        request,
        reply,
        await registerDomain(parts, request.body, request.actor, visitOf(request)),
      );
    },
  );

  registerInvitationRoutes(server, parts);
  registerOneTimeRoutes(server, parts);
}
