import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Logger } from 'pino';
import type { PasskeyAssertion, PasskeyAttestation } from '@yamori/domain';
import { CHALLENGE_MS, type ChallengeStore } from './challenge-store.ts';
import type { NewPasskey, PasskeyStore, StoredPasskey } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** The owner of the passkey, and whether it verified them by PIN or biometrics. */
type PasskeyVerdict = { readonly userId: string; readonly userVerified: boolean };
/** The purpose of the ceremony, and the origin of its page. */
export type Ceremony = { readonly purpose: string; readonly origin: string | undefined };
export type PasskeyOwner = {
  readonly userId: string;
  readonly account: string;
  readonly name: string;
};

type PasskeyCeremonyOptions = {
  readonly party: RelyingParty;
  readonly challenges: ChallengeStore;
  readonly passkeys: PasskeyStore;
  readonly log: Logger;
};
export type PasskeyCeremony = ReturnType<typeof createPasskeyCeremony>;

/** WebAuthn Level 3 ceremonies, on top of the library that validates the responses. */
export function createPasskeyCeremony({
  party,
  challenges,
  passkeys,
  log,
}: PasskeyCeremonyOptions) {
  /** The library throws for every invalid response. */
  const orNull = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      log.debug({ reason: error instanceof Error ? error.message : 'unknown' }, 'passkey rejected');
      return null;
    }
  };
  const check = async (
    passkey: StoredPasskey,
    assertion: PasskeyAssertion,
    { purpose, origin }: Ceremony,
  ) => {
    const expectedOrigin = party.accepts(origin);
    if (expectedOrigin === null) return null;
    const verified = await orNull(() =>
      verifyAuthenticationResponse({
        response: withoutAbsent(assertion),
        expectedChallenge: (challenge) => challenges.take(purpose, challenge),
        expectedOrigin,
        expectedRPID: party.id,
        requireUserVerification: false,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.signCounter,
        },
      }),
    );
    return verified?.verified === true ? verified.authenticationInfo : null;
  };

  return {
    /** Prefers a discoverable credential, which can also sign in without an address. */
    creationOptions: async (
      owner: PasskeyOwner,
      purpose: string,
    ): Promise<PublicKeyCredentialCreationOptionsJSON> =>
      generateRegistrationOptions({
        rpName: 'Yamori',
        rpID: party.id,
        userName: owner.account,
        userDisplayName: owner.name,
        userID: new TextEncoder().encode(owner.userId),
        challenge: toBytes(await challenges.make(purpose)),
        attestationType: 'none',
        excludeCredentials: (await passkeys.listPasskeys(owner.userId)).map(describe),
        timeout: CHALLENGE_MS,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      }),

    /** Validates a new passkey without storing it; null if invalid. */
    read: async (
      owner: PasskeyOwner,
      name: string,
      attestation: PasskeyAttestation,
      { purpose, origin }: Ceremony,
    ): Promise<NewPasskey | null> => {
      const expectedOrigin = party.accepts(origin);
      if (expectedOrigin === null) return null;
      const verified = await orNull(() =>
        verifyRegistrationResponse({
          response: withoutAbsent(attestation),
          expectedChallenge: (challenge) => challenges.take(purpose, challenge),
          expectedOrigin,
          expectedRPID: party.id,
          requireUserVerification: false,
        }),
      );
      if (verified?.verified !== true) return null;
      const { credential, credentialBackedUp } = verified.registrationInfo;
      return {
        userId: owner.userId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        signCounter: credential.counter,
        transports: attestation.response.transports ?? [],
        backedUp: credentialBackedUp,
      };
    },

    /** For one member's passkeys, or for any discoverable one if `userId` is null. */
    requestOptions: async (
      userId: string | null,
      purpose: string,
    ): Promise<PublicKeyCredentialRequestOptionsJSON> =>
      generateAuthenticationOptions({
        rpID: party.id,
        challenge: toBytes(await challenges.make(purpose)),
        timeout: CHALLENGE_MS,
        userVerification: userId === null ? 'required' : 'preferred',
        allowCredentials:
          userId === null ? [] : (await passkeys.listPasskeys(userId)).map(describe),
      }),

    /**
     * The owner of the passkey that responded, which must be `userId` if given. Null if the
     * response is invalid.
     */
    verdict: async (
      userId: string | null,
      assertion: PasskeyAssertion,
      ceremony: Ceremony,
    ): Promise<PasskeyVerdict | null> => {
      const passkey = await passkeys.find(assertion.id);
      if (passkey === null || (userId !== null && passkey.userId !== userId)) return null;
      const info = await check(passkey, assertion, ceremony);
      if (info === null || !(await passkeys.use(passkey.credentialId, info.newCounter)))
        return null;
      return { userId: passkey.userId, userVerified: info.userVerified };
    },
  };
}

const toBytes = (challenge: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(challenge, 'base64url'));

/** The library's types do not allow `undefined` for absent fields; the JSON is the same. */
type Whole<Value> = Value extends readonly (infer Inner)[]
  ? Whole<Inner>[]
  : Value extends object
    ? { [Key in keyof Value]: Whole<Exclude<Value[Key], undefined>> }
    : Value;
function withoutAbsent<Value extends object>(value: Value): Whole<Value> {
  // JSON has no undefined fields, which is all that the type states.
  return JSON.parse(JSON.stringify(value)) as Whole<Value>;
}

const describe = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  transports: [...transports],
});
