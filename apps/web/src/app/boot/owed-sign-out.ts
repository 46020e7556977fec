import { ProblemError } from '@yamori/domain';

const KEY = 'yamori.sign-out-owed';

/** A sign-out that could not be told to the server yet. All that is kept of it is that it is owed. */
export type OwedSignOut = {
  readonly isOwed: () => boolean;
  readonly owe: () => void;
  /** Tells the server, if it is owed and the server can be reached. */
  readonly pay: () => Promise<void>;
};

export function owedSignOut(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, signOut: () => Promise<void>): OwedSignOut {
  const isOwed = (): boolean => {
    try {
      return storage.getItem(KEY) !== null;
    } catch {
      return false;
    }
  };
  return {
    isOwed,
    owe() {
      try {
        storage.setItem(KEY, '1');
      } catch {
        // A browser that keeps nothing keeps no copy either; the session ends by its age.
      }
    },
    async pay() {
      if (!isOwed()) return;
      try {
        await signOut();
      } catch (error) {
        if (error instanceof ProblemError) return;
        throw error;
      }
      storage.removeItem(KEY);
    },
  };
}

export const OWED_SIGN_OUT_KEY = KEY;
