import { ProblemError, type PasskeyAssertion, type SecondFactorProof } from '@yamori/domain';
import type { SignInResult, CompleteSignIn } from '../sign-in.ts';
import type { ClientInfo } from '../session.ts';
import type { Ceremony } from '../second-factor/passkey-ceremony.ts';
import type { KnownDevice } from '../passwords/known-device.ts';
import { getSecondFactorKey } from '../passwords/login-throttle.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { SignInHistory } from '../sign-in-history.ts';
import type { PendingSignIn, PendingSignInStore } from './pending-sign-in-store.ts';
import type { SignedCookie } from './signed-cookie.ts';

type MfaChallengeOptions = {
  readonly completeSignIn: CompleteSignIn;
  readonly pending: PendingSignInStore;
  readonly pendingCookie: SignedCookie;
  readonly factors: SecondFactors;
  readonly history: SignInHistory;
  readonly device: KnownDevice;
};

export type MfaChallenge = ReturnType<typeof createMfaChallenge>;

/** Completes or cancels the pending sign-in of the given cookies. */
export function createMfaChallenge({
  completeSignIn,
  pending,
  pendingCookie,
  factors,
  history,
  device,
}: MfaChallengeOptions) {
  const requireToken = (cookies: string | undefined): string => {
    const token = pendingCookie.read(cookies);
    if (token === null) throw new ProblemError('second-factor-expired');
    return token;
  };
  const prove = async (
    { userId, provider }: PendingSignIn,
    proof: SecondFactorProof,
    exchange: Ceremony,
    client: ClientInfo & { readonly device: string | null },
  ): Promise<void> => {
    const { address } = client;
    try {
      await factors.prove({ userId, address, device: client.device }, proof, exchange);
    } catch (error) {
      history.note(userId, provider, 'secondFactorFailed', client);
      throw error;
    }
  };

  return {
    complete: async (
      cookies: string | undefined,
      proof: SecondFactorProof,
      origin: string | undefined,
      client: ClientInfo,
    ): Promise<SignInResult> => {
      const token = requireToken(cookies);
      const waiting = await pending.takeTry(token);
      if (waiting === null) throw new ProblemError('second-factor-expired');
      const { userId, provider, singleTimeToken } = waiting;
      const account = getSecondFactorKey(userId);
      const exchange = { purpose: getPurpose(token), origin };
      await prove(waiting, proof, exchange, { ...client, device: device.find(cookies, account) });
      if (!(await pending.finish(token))) throw new ProblemError('second-factor-expired');
      const result = await completeSignIn(
        { userId, provider, factors: 2, ...(singleTimeToken === null ? {} : { singleTimeToken }) },
        client,
      );
      const setCookies = [pendingCookie.takeBack(), device.remember(cookies, account)];
      return { ...result, setCookies: [...result.setCookies, ...setCookies] };
    },

    passkeyRequest: async (cookies: string | undefined) => {
      const token = requireToken(cookies);
      const waiting = await pending.find(token);
      if (waiting === null) throw new ProblemError('second-factor-expired');
      return factors.passkeyRequest(waiting.userId, getPurpose(token));
    },

    /** Cancels; returns the Set-Cookie lines that delete the pending sign-in. */
    leave: async (cookies: string | undefined): Promise<string[]> => {
      const token = pendingCookie.read(cookies);
      if (token !== null) await pending.drop(token);
      return [pendingCookie.takeBack()];
    },

    passkeySignInRequest: () => factors.passkeyRequest(null, SIGN_IN),

    /** Signs in with a passkey alone, which must have verified its user. */
    signInByPasskey: async (
      assertion: PasskeyAssertion,
      origin: string | undefined,
      client: ClientInfo,
    ): Promise<SignInResult> => {
      const verdict = await factors.passkeyVerdict(null, assertion, { purpose: SIGN_IN, origin });
      if (verdict === null || !verdict.userVerified) throw new ProblemError('sign-in-failed');
      return completeSignIn({ userId: verdict.userId, provider: 'passkey', factors: 2 }, client);
    },
  };
}

const SIGN_IN = 'sign-in';
/** Binds a challenge to one pending sign-in. */
const getPurpose = (token: string): string => `second-factor ${token.slice(0, 16)}`;
