import { accountApi, ProblemError } from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import type { RequestSession } from '../../core/http/request-actor.ts';
import { route, type Route } from '../../core/http/route.ts';
import { toAccountOwner } from './account-owner.ts';
import type { Identity } from './identity.ts';
import type { PasskeyOwner } from './second-factor/passkey-ceremony.ts';
import type { FactorOwner } from './second-factor/second-factors.ts';
import { setCookies, getClientInfo } from './session-reply.ts';

type OwnerCall = { readonly session: RequestSession; readonly request: FastifyRequest };

/** The owner of the factors, after a recent confirmation of their identity. */
async function confirmedOwner(
  identity: Identity,
  { session, request }: OwnerCall,
): Promise<FactorOwner> {
  await identity.confirmation.require(session.sessionId);
  return { ...toAccountOwner(session), address: getClientInfo(request).address };
}

async function readPasskeyOwner(
  identity: Identity,
  request: FastifyRequest,
): Promise<PasskeyOwner> {
  const session = await identity.findSession(request.headers.cookie);
  if (session === null) throw new ProblemError('session-required');
  const { uid, email, displayName } = session.user;
  return { userId: uid, account: email ?? displayName, name: displayName };
}

/** An account's own security: password, second factors and backup codes. */
export function accountSecurityRoutes(identity: Identity): readonly Route[] {
  return [
    route(accountApi.security, ({ actor }) => identity.readSecurity(actor.userId)),
    route(accountApi.changePassword, async ({ session, body, request }) => {
      const owner = toAccountOwner(session);
      if (body.current === null || !(await identity.passwords.has(owner.userId)))
        await identity.confirmation.require(owner.sessionId);
      await identity.passwords.change(owner, body, getClientInfo(request).address);
      identity.announceChange(owner.userId);
      await identity.confirmation.give(owner.sessionId);
    }),
    ...totpRoutes(identity),
    ...passkeyRoutes(identity),
    route(accountApi.removeFactor, async ({ body, ...call }) => {
      const owner = await confirmedOwner(identity, call);
      await identity.factors.remove(owner, body.id);
      identity.announceChange(owner.userId);
    }),
    route(accountApi.renewBackupCodes, async (call) => ({
      backupCodes: await identity.factors.renewCodes(await confirmedOwner(identity, call)),
    })),
  ];
}

function totpRoutes(identity: Identity): readonly Route[] {
  return [
    route(accountApi.beginTotp, async (call) => {
      const { userId } = await confirmedOwner(identity, call);
      const { account } = await readPasskeyOwner(identity, call.request);
      return identity.factors.beginTotp(userId, account);
    }),
    route(accountApi.confirmTotp, async ({ body, reply, ...call }) => {
      const owner = await confirmedOwner(identity, call);
      const backupCodes = await identity.factors.confirmTotp(owner, body.code);
      setCookies(reply, await identity.sessions.raise(owner.userId, owner.sessionId));
      return { backupCodes };
    }),
  ];
}

function passkeyRoutes(identity: Identity): readonly Route[] {
  const getPurpose = (sessionId: string): string => `registration ${sessionId}`;
  return [
    route(accountApi.passkeyCreation, async (call) => {
      const { sessionId } = await confirmedOwner(identity, call);
      const owner = await readPasskeyOwner(identity, call.request);
      return {
        options: { ...(await identity.factors.passkeyCreation(owner, getPurpose(sessionId))) },
      };
    }),
    route(accountApi.addPasskey, async ({ body, reply, ...call }) => {
      const owner = await confirmedOwner(identity, call);
      const exchange = {
        purpose: getPurpose(owner.sessionId),
        origin: call.request.headers.origin,
      };
      const backupCodes = await identity.factors.addPasskey(
        { ...(await readPasskeyOwner(identity, call.request)), ...owner },
        body.name,
        body.attestation,
        exchange,
      );
      setCookies(reply, await identity.sessions.raise(owner.userId, owner.sessionId));
      // Sessions that already have two factors show the new one too.
      identity.announceChange(owner.userId);
      return { backupCodes };
    }),
    route(accountApi.renamePasskey, async ({ actor, body }) => {
      await identity.factors.renamePasskey(actor.userId, body.id, body.name);
      identity.announceChange(actor.userId);
    }),
  ];
}
