import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accountSecurity,
  backupCodesReply,
  factorAddedReply,
  passkeyAttestation,
  passkeyOptionsReply,
  refuse,
  totpReply,
} from '@yamori/domain';
import type { RequestSession } from '../../http/request-actor.ts';
import { requireOwnSession } from './account-owner.ts';
import type { Identity } from './identity.ts';
import type { PasskeyOwner } from './second-factor/passkey-ceremony.ts';
import type { FactorOwner } from './second-factor/second-factors.ts';
import { setCookies, visitOf } from './session-reply.ts';

const passwordCall = z.strictObject({
  current: z.string().min(1).max(128).nullable(),
  password: z.string().min(1).max(512),
});
const codeCall = z.strictObject({ code: z.string().min(1).max(32) });
const passkeyName = z.string().trim().min(1).max(60);
const passkeyId = z.string().min(1).max(1_400);

/**
 * A session that may change its account: not one that a one-time link opened, and one that proved
 * itself just now.
 */
async function requireConfirmed(
  identity: Identity,
  request: FastifyRequest,
): Promise<RequestSession & FactorOwner> {
  const session = requireOwnSession(request);
  await identity.confirmation.require(session.sessionId);
  return { ...session, address: visitOf(request).address };
}

async function ownerOf(identity: Identity, request: FastifyRequest): Promise<PasskeyOwner> {
  const session = await identity.sessionOf(request.headers.cookie);
  if (session === null) throw refuse('session-required');
  const { uid, email, displayName } = session.user;
  return { userId: uid, account: email ?? displayName, name: displayName };
}

/** How one's account is kept safe: password, second factors, backup codes. */
export function registerAccountSecurityRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    '/api/account/security',
    { schema: { response: { 200: accountSecurity } } },
    async (request) => identity.securityOf(requireOwnSession(request).userId),
  );

  server.post(
    '/api/account/password',
    { schema: { body: passwordCall } },
    async (request, reply) => {
      const owner = requireOwnSession(request);
      const { userId, sessionId } = owner;
      if (request.body.current === null || !(await identity.passwords.has(userId)))
        await identity.confirmation.require(sessionId);
      await identity.passwords.change(owner, request.body, visitOf(request).address);
      identity.announceChange(userId);
      await identity.confirmation.give(sessionId);
      return reply.code(204).send();
    },
  );

  registerTotpRoutes(plain, identity);
  registerPasskeyRoutes(plain, identity);

  server.post(
    '/api/account/factors/remove',
    { schema: { body: z.strictObject({ id: passkeyId }) } },
    async (request, reply) => {
      const owner = await requireConfirmed(identity, request);
      await identity.factors.remove(owner, request.body.id);
      identity.announceChange(owner.userId);
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/account/backup-codes',
    { schema: { response: { 200: backupCodesReply } } },
    async (request) => {
      return {
        backupCodes: await identity.factors.renewCodes(await requireConfirmed(identity, request)),
      };
    },
  );
}

function registerTotpRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    '/api/account/totp',
    { schema: { response: { 200: totpReply } } },
    async (request) => {
      const { actor } = await requireConfirmed(identity, request);
      return identity.factors.beginTotp(actor.userId, (await ownerOf(identity, request)).account);
    },
  );

  server.post(
    '/api/account/totp/confirm',
    { schema: { body: codeCall, response: { 200: factorAddedReply } } },
    async (request, reply) => {
      const owner = await requireConfirmed(identity, request);
      const backupCodes = await identity.factors.confirmTotp(owner, request.body.code);
      setCookies(reply, await identity.sessions.raise(owner.userId, owner.sessionId));
      return { backupCodes };
    },
  );
}

function registerPasskeyRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const purposeOf = (sessionId: string): string => `registration ${sessionId}`;

  server.post(
    '/api/account/passkeys/creation',
    { schema: { response: { 200: passkeyOptionsReply } } },
    async (request) => {
      const { sessionId } = await requireConfirmed(identity, request);
      return {
        options: {
          ...(await identity.factors.passkeyCreation(
            await ownerOf(identity, request),
            purposeOf(sessionId),
          )),
        },
      };
    },
  );

  server.post(
    '/api/account/passkeys',
    {
      schema: {
        body: z.strictObject({ name: passkeyName, attestation: passkeyAttestation }),
        response: { 200: factorAddedReply },
      },
    },
    async (request, reply) => {
      const { actor, sessionId, address } = await requireConfirmed(identity, request);
      const exchange = { purpose: purposeOf(sessionId), origin: request.headers.origin };
      const backupCodes = await identity.factors.addPasskey(
        { ...(await ownerOf(identity, request)), sessionId, address },
        request.body.name,
        request.body.attestation,
        exchange,
      );
      setCookies(reply, await identity.sessions.raise(actor.userId, sessionId));
      // Those that are at two factors already hear of the new one too.
      identity.announceChange(actor.userId);
      return { backupCodes };
    },
  );

  server.post(
    '/api/account/passkeys/rename',
    { schema: { body: z.strictObject({ id: passkeyId, name: passkeyName }) } },
    async (request, reply) => {
      const { actor } = requireOwnSession(request);
      await identity.factors.renamePasskey(actor.userId, request.body.id, request.body.name);
      identity.announceChange(actor.userId);
      return reply.code(204).send();
    },
  );
}
