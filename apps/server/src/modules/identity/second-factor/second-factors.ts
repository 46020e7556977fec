import { ProblemError, type PasskeyAttestation, type SecondFactorProof } from '@yamori/domain';
import type { Database, Queries } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { NotifyOwner } from '../security-emails.ts';
import type { SignInHistory } from '../sign-in-history.ts';
import { lockOwner, lockUser, type AccountOwner } from '../account-owner.ts';
import { readAccountStatus } from '../account-status.ts';
import { getSecondFactorKey, type LoginThrottle } from '../passwords/login-throttle.ts';
import { dropSessions } from '../registration/accounts.ts';
import type { BackupCodes } from './backup-codes.ts';
import type { Ceremony, PasskeyCeremony, PasskeyOwner } from './passkey-ceremony.ts';
import type { PasskeyStore } from './passkey-store.ts';
import { base32, totpUri } from './totp.ts';
import type { TotpStore } from './totp-store.ts';

type SecondFactorServices = {
  readonly database: Database;
  readonly totp: TotpStore;
  readonly passkeys: PasskeyStore;
  readonly codes: BackupCodes;
  /** Null if the origin cannot have passkeys. */
  readonly ceremony: PasskeyCeremony | null;
  readonly throttle: LoginThrottle;
  readonly history: SignInHistory;
  readonly notifyOwner: NotifyOwner;
  readonly recordActs?: DocumentStore['recordActs'];
  readonly now: () => Date;
};

/** The owner of the factors, and the client address. */
export type FactorOwner = AccountOwner & { readonly address: string };
/** `device`: the browser's id if the user's second factor was verified there before, else null. */
type FactorAttempt = {
  readonly userId: string;
  readonly address: string;
  readonly device: string | null;
};
type FactorAct = 'factorAdded' | 'factorRemoved' | 'backupCodesRenewed';

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/**
 * The id of the authenticator app, of which a member has at most one. Passkeys use credential ids.
 */
const TOTP_ID = 'totp';

/** Second factors of a member: registration, verification and removal. */
export function createSecondFactors(services: SecondFactorServices) {
  const { database, totp, passkeys, codes, throttle, history, notifyOwner, now } = services;
  const attempt = <Result>(
    { userId, address, device }: FactorAttempt,
    work: () => Promise<Result>,
  ): Promise<Result> =>
    throttle.attempt(
      {
        account: getSecondFactorKey(userId),
        address,
        device,
        isKnownAddress: () => history.isKnownAddress({ userId }, address),
      },
      work,
    );
  /** Counted per session, and for the user's sign-ins too. */
  const attemptInSession = <Result>(
    { userId, sessionId, address }: FactorOwner,
    work: () => Promise<Result | null>,
  ): Promise<Result> =>
    attempt({ userId, address, device: sessionId }, async () => {
      const result = await work();
      if (result !== null) return result;
      await throttle.recordFailure(getSecondFactorKey(userId));
      throw new ProblemError('second-factor-failed');
    });
  const requireCeremony = (): PasskeyCeremony => {
    if (services.ceremony === null) throw new ProblemError('passkey-invalid');
    return services.ceremony;
  };

  return {
    prove: (signIn: FactorAttempt, proof: SecondFactorProof, exchange: Ceremony): Promise<void> =>
      attempt(signIn, async () => {
        if (!(await verifyProof(services, signIn.userId, proof, exchange)))
          throw new ProblemError('second-factor-failed');
      }),

    proveInSession: async (
      owner: FactorOwner,
      proof: SecondFactorProof,
      exchange: Ceremony,
    ): Promise<void> => {
      await attemptInSession(owner, async () =>
        (await verifyProof(services, owner.userId, proof, exchange)) ? true : null,
      );
    },

    beginTotp: async (userId: string, account: string): Promise<{ key: string; uri: string }> => {
      const key = await totp.begin(userId);
      return { key: base32(key), uri: totpUri(key, 'Yamori', account) };
    },

    /** Confirms the app with its first code. Returns backup codes if it is the first factor. */
    confirmTotp: async (owner: FactorOwner, code: string): Promise<string[] | null> => {
      const { userId } = owner;
      const sealed = await attemptInSession(owner, () => totp.provenNewKey(userId, code));
      return addFactor(services, owner, 'totp', async (queries) => {
        if (!(await totp.confirm(queries, userId, sealed)))
          throw new ProblemError('second-factor-failed');
      });
    },

    passkeyCreation: (owner: PasskeyOwner, purpose: string) =>
      requireCeremony().creationOptions(owner, purpose),
    passkeyRequest: (userId: string | null, purpose: string) =>
      requireCeremony().requestOptions(userId, purpose),
    passkeyVerdict: (
      userId: string | null,
      assertion: Parameters<PasskeyCeremony['verdict']>[1],
      exchange: Ceremony,
    ) => requireCeremony().verdict(userId, assertion, exchange),

    addPasskey: async (
      owner: PasskeyOwner & FactorOwner,
      name: string,
      attestation: PasskeyAttestation,
      exchange: Ceremony,
    ): Promise<string[] | null> => {
      const passkey = await requireCeremony().read(owner, name, attestation, exchange);
      if (passkey === null) throw new ProblemError('passkey-invalid');
      return addFactor(services, owner, 'passkey', async (queries) => {
        if (!(await passkeys.add(queries, passkey))) throw new ProblemError('passkey-exists');
      });
    },

    renamePasskey: async (userId: string, id: string, name: string): Promise<void> => {
      if (!(await passkeys.rename(userId, id, name))) throw new ProblemError('entry-not-found');
    },

    remove: (owner: FactorOwner, id: string): Promise<void> =>
      database.transaction((queries) => removeFactor(services, queries, owner, id)),

    /**
     * Removes all factors of a member who lost them, in the caller's transaction. Sessions end too,
     * so that an old session cannot register a new factor.
     */
    reset: async (queries: Queries, userId: string): Promise<void> => {
      await lockUser(queries, userId);
      // A connection runs one statement at a time.
      await totp.remove(queries, userId);
      await passkeys.removeAll(queries, userId);
      await codes.remove(queries, userId);
      await dropSessions(queries, userId, null, { reason: 'endedByManager', at: now() });
      await notifyOwner(queries, userId, { kind: 'factorsReset' });
    },

    /** Clears the failed attempts with removed factors. */
    forgiveTries: (userId: string): Promise<void> => throttle.unlock(getSecondFactorKey(userId)),

    /** Requires a factor for which the codes can substitute. */
    renewCodes: (owner: FactorOwner): Promise<string[]> =>
      database.transaction(async (queries) => {
        const { userId } = owner;
        await lockOwner(queries, owner);
        if ((await readAccountStatus(queries, userId))?.hasSecondFactor !== true)
          throw new ProblemError('entry-not-found');
        await notifyOwner(queries, userId, { kind: 'backupCodesRenewed' });
        const renewed = await codes.renew(queries, userId);
        await recordAct(services, queries, owner, 'backupCodesRenewed');
        return renewed;
      }),
  };
}

async function verifyProof(
  { totp, codes, ceremony }: SecondFactorServices,
  userId: string,
  proof: SecondFactorProof,
  exchange: Ceremony,
): Promise<boolean> {
  switch (proof.kind) {
    case 'totp':
      return totp.proves(userId, proof.code);
    case 'backupCode':
      return codes.take(userId, proof.code);
    case 'passkey':
      return (
        ceremony !== null && (await ceremony.verdict(userId, proof.assertion, exchange)) !== null
      );
  }
}

/**
 * Adds a factor and returns backup codes if it is the first one. The user's lock ensures that of
 * two concurrent first factors only one gets codes.
 */
function addFactor(
  services: SecondFactorServices,
  owner: FactorOwner,
  factor: 'totp' | 'passkey',
  add: (queries: Queries) => Promise<void>,
): Promise<string[] | null> {
  const { database, codes, notifyOwner } = services;
  const { userId } = owner;
  return database.transaction(async (queries) => {
    await lockOwner(queries, owner);
    await add(queries);
    await notifyOwner(queries, userId, { kind: 'factorAdded', factor });
    const isFirst = (await codes.left(queries, userId)) === 0;
    const firstCodes = isFirst ? await codes.renew(queries, userId) : null;
    await recordAct(services, queries, owner, 'factorAdded');
    return firstCodes;
  });
}

/** Fails for the last factor if the organisation or a short password requires one. */
async function removeFactor(
  services: SecondFactorServices,
  queries: Queries,
  owner: FactorOwner,
  id: string,
): Promise<void> {
  const { totp, passkeys, codes, notifyOwner } = services;
  const { userId } = owner;
  await lockOwner(queries, owner);
  const isRemoved =
    id === TOTP_ID
      ? await totp.remove(queries, userId)
      : await passkeys.remove(queries, userId, id);
  if (!isRemoved) throw new ProblemError('entry-not-found');
  await notifyOwner(queries, userId, {
    kind: 'factorRemoved',
    factor: id === TOTP_ID ? 'totp' : 'passkey',
  });
  const status = await readAccountStatus(queries, userId);
  if (status !== null && !status.hasSecondFactor) {
    // No factor is left; throwing rolls the removal back.
    if (status.mfaRequired) throw new ProblemError('last-factor-refused');
    if (status.hasShortPassword)
      throw new ProblemError('password-too-short', { place: 'password' });
    await codes.remove(queries, userId);
  }
  await recordAct(services, queries, owner, 'factorRemoved');
}

/** Records the member's action in the update history; must be the transaction's last step. */
async function recordAct(
  { recordActs }: SecondFactorServices,
  queries: Queries,
  { userId, address }: FactorOwner,
  action: FactorAct,
): Promise<void> {
  await recordActs?.(queries, { userId, address, acts: [{ action, path: `staff/${userId}` }] });
}
