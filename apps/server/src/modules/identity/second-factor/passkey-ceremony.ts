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

/** Whose passkey answered, and whether it asked for a PIN or a finger. */
export type PasskeyVerdict = { readonly userId: string; readonly userVerified: boolean };
/** One exchange: what it is for, and the page that it happens on. */
export type Ceremony = { readonly purpose: string; readonly origin: string | undefined };
export type PasskeyOwner = {
  readonly userId: string;
  readonly account: string;
  readonly name: string;
};

export type PasskeyCeremonyParts = {
  readonly party: RelyingParty;
  readonly challenges: ChallengeStore;
  readonly passkeys: PasskeyStore;
  readonly log: Logger;
};
export type PasskeyCeremony = ReturnType<typeof createPasskeyCeremony>;

/**
 * What browsers and passkeys exchange (WebAuthn level 3), by the library that reads their answers.
 */
export function createPasskeyCeremony({ party, challenges, passkeys, log }: PasskeyCeremonyParts) {
  /** A library that throws for whatever does not fit: to us that is one refusal. */
  const orNull = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      log.debug(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'a passkey was refused',
      );
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
    /**
     * What a new passkey is made from. Kept on the device where it can, so that it is also a way
     * in.
     */
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
        challenge: bytesOf(await challenges.make(purpose)),
        attestationType: 'none',
        excludeCredentials: (await passkeys.listOf(owner.userId)).map(describe),
        timeout: CHALLENGE_MS,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      }),

    /** A new passkey, checked and not yet kept; null when it does not fit. */
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

    /**
     * For one member's passkeys, or for whichever the browser finds when nobody has said who they
     * are.
     */
    requestOptions: async (
      userId: string | null,
      purpose: string,
    ): Promise<PublicKeyCredentialRequestOptionsJSON> =>
      generateAuthenticationOptions({
        rpID: party.id,
        challenge: bytesOf(await challenges.make(purpose)),
        timeout: CHALLENGE_MS,
        userVerification: userId === null ? 'required' : 'preferred',
        allowCredentials: userId === null ? [] : (await passkeys.listOf(userId)).map(describe),
      }),

    /**
     * Whose passkey it is that answered; of `userId` only, where that is given. Null when the
     * answer is not good.
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

const bytesOf = (challenge: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(challenge, 'base64url'));

/** The library's types know absent fields, not undefined ones; both are the same JSON. */
type Whole<Value> = Value extends readonly (infer Inner)[]
  ? Whole<Inner>[]
  : Value extends object
    ? { [Key in keyof Value]: Whole<Exclude<Value[Key], undefined>> }
    : Value;
function withoutAbsent<Value extends object>(value: Value): Whole<Value> {
  // What went through JSON has no undefined fields left, which is all that the type says.
  return JSON.parse(JSON.stringify(value)) as Whole<Value>;
}

const describe = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  transports: [...transports],
});
