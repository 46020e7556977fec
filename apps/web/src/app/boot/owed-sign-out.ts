import { ProblemError, type Problem } from '@yamori/domain';

const KEY = 'yamori.sign-out-owed';

/**
 * A sign-out that could not be told to the server yet. All that is kept of it is that it is owed.
 */
export type OwedSignOut = {
  readonly isOwed: () => boolean;
  readonly owe: () => void;
  /**
   * Tells the server, if it is owed and the server can be reached; else why not. It ends whatever
   * session the browser has by then, so it comes before anything that begins one.
   */
  readonly pay: () => Promise<Problem | null>;
};

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function owedSignOut(storage: Kept, signOut: () => Promise<void>): OwedSignOut {
  const isOwed = (): boolean => {
    try {
      return storage.getItem(KEY) !== null;
    } catch {
      return false;
    }
  };
  /**
   * One at a time: an answer that comes late would take the cookie of a session that began
   * meanwhile.
   */
  let paying: Promise<Problem | null> | null = null;
  return {
    isOwed,
    owe() {
      try {
        storage.setItem(KEY, '1');
      } catch {
        // A browser that keeps nothing keeps no copy either; the session ends by its age.
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

async function tell(storage: Kept, signOut: () => Promise<void>): Promise<Problem | null> {
  try {
    await signOut();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  storage.removeItem(KEY);
  return null;
}

export const OWED_SIGN_OUT_KEY = KEY;
