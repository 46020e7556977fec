import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountSecurity, backupCodesReply, factorAddedReply, passkeyAttestation, passkeyOptionsReply, refuse, totpReply } from '@yamori/domain';
import { requireSession, type RequestSession } from '../../http/request-actor.ts';
import type { Identity } from './identity.ts';
import type { PasskeyOwner } from './second-factor/passkey-ceremony.ts';
import { setCookies, visitOf } from './session-reply.ts';

const passwordCall = z.strictObject({ current: z.string().min(1).max(128).nullable(), password: z.string().min(1).max(512) });
const codeCall = z.strictObject({ code: z.string().min(1).max(32) });
const passkeyName = z.string().trim().min(1).max(60);
const passkeyId = z.string().min(1).max(1_400);

/** A session that may change its account: not one that a one-time link opened, and one that proved itself just now. */
async function requireConfirmed(identity: Identity, request: FastifyRequest): Promise<RequestSession> {
  const session = requireOwnAccount(request);
  await identity.confirmation.require(session.sessionId);
  return session;
}

function requireOwnAccount(request: FastifyRequest): RequestSession {
  const session = requireSession(request);
  if (session.actor.singleTimeToken !== null) throw refuse('access-refused');
  return session;
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

  server.get('/api/account/security', { schema: { response: { 200: accountSecurity } } }, async (request) => identity.securityOf(requireOwnAccount(request).actor.userId));

  server.post('/api/account/password', { schema: { body: passwordCall } }, async (request, reply) => {
    const { actor, sessionId } = requireOwnAccount(request);
    const { current, password } = request.body;
    if (current === null || !(await identity.passwords.has(actor.userId))) await identity.confirmation.require(sessionId);
    if (await identity.passwords.has(actor.userId)) await identity.passwords.prove(actor.userId, current ?? '', visitOf(request).address);
    await identity.passwords.set(actor.userId, password);
    await identity.sessions.endAll(actor.userId, sessionId);
    await identity.confirmation.give(sessionId);
    return reply.code(204).send();
  });

  registerTotpRoutes(plain, identity);
  registerPasskeyRoutes(plain, identity);

  server.post('/api/account/factors/remove', { schema: { body: z.strictObject({ id: passkeyId }) } }, async (request, reply) => {
    const { actor } = await requireConfirmed(identity, request);
    await identity.factors.remove(actor.userId, request.body.id);
    identity.announceChange(actor.userId);
    return reply.code(204).send();
  });

  server.post('/api/account/backup-codes', { schema: { response: { 200: backupCodesReply } } }, async (request) => {
    const { actor } = await requireConfirmed(identity, request);
    return { backupCodes: await identity.factors.renewCodes(actor.userId) };
  });
}

function registerTotpRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post('/api/account/totp', { schema: { response: { 200: totpReply } } }, async (request) => {
    const { actor } = await requireConfirmed(identity, request);
    return identity.factors.beginTotp(actor.userId, (await ownerOf(identity, request)).account);
  });

  server.post('/api/account/totp/confirm', { schema: { body: codeCall, response: { 200: factorAddedReply } } }, async (request, reply) => {
    const { actor, sessionId } = await requireConfirmed(identity, request);
    const backupCodes = await identity.factors.confirmTotp(actor.userId, request.body.code, visitOf(request).address);
    setCookies(reply, await identity.sessions.raise(actor.userId, sessionId));
    return { backupCodes };
  });
}

function registerPasskeyRoutes(plain: FastifyInstance, identity: Identity): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const purposeOf = (sessionId: string): string => `registration ${sessionId}`;

  server.post('/api/account/passkeys/creation', { schema: { response: { 200: passkeyOptionsReply } } }, async (request) => {
    const { sessionId } = await requireConfirmed(identity, request);
    return { options: { ...await identity.factors.passkeyCreation(await ownerOf(identity, request), purposeOf(sessionId)) } };
  });

  server.post('/api/account/passkeys', { schema: { body: z.strictObject({ name: passkeyName, attestation: passkeyAttestation }), response: { 200: factorAddedReply } } }, async (request, reply) => {
    const { actor, sessionId } = await requireConfirmed(identity, request);
    const exchange = { purpose: purposeOf(sessionId), origin: request.headers.origin };
    const backupCodes = await identity.factors.addPasskey(await ownerOf(identity, request), request.body.name, request.body.attestation, exchange);
    setCookies(reply, await identity.sessions.raise(actor.userId, sessionId));
    // Those that are at two factors already hear of the new one too.
    identity.announceChange(actor.userId);
    return { backupCodes };
  });

  server.post('/api/account/passkeys/rename', { schema: { body: z.strictObject({ id: passkeyId, name: passkeyName }) } }, async (request, reply) => {
    const { actor } = requireOwnAccount(request);
    await identity.factors.renamePasskey(actor.userId, request.body.id, request.body.name);
    identity.announceChange(actor.userId);
    return reply.code(204).send();
  });
}
