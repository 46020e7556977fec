import { ProblemError, type Problem } from '@yamori/domain';

const KEY = 'yamori.sign-out-owed';

/** A sign-out that has not reached the server yet. Only this fact is stored. */
export type PendingSignOut = {
  readonly isOwed: () => boolean;
  readonly owe: () => void;
  /**
   * Sends the sign-out if it is pending; returns why it failed, or null. It ends any session of the
   * browser, so it precedes every sign-in.
   */
  readonly pay: () => Promise<Problem | null>;
};

type SignOutStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function pendingSignOut(
  storage: SignOutStorage,
  signOut: () => Promise<void>,
): PendingSignOut {
  const isOwed = (): boolean => {
    try {
      return storage.getItem(KEY) !== null;
    } catch {
      return false;
    }
  };
  /** One at a time: a late reply would remove the cookie of a session that began since. */
  let paying: Promise<Problem | null> | null = null;
  return {
    isOwed,
    owe() {
      try {
        storage.setItem(KEY, '1');
      } catch {
        // Without storage there is no cache to clear either; the session expires.
      }
    },
    pay: async () => {
      if (!isOwed()) return null;
      paying ??= tell(storage, signOut).finally(() => {
        paying = null;
      });
      return paying;
    },
  };
}

async function tell(
  storage: SignOutStorage,
  signOut: () => Promise<void>,
): Promise<Problem | null> {
  try {
    await signOut();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  storage.removeItem(KEY);
  return null;
}

export const PENDING_SIGN_OUT_KEY = KEY;
