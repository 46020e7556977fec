/** Serialises concurrent connections of one device. */
type SignInTurns = {
  /**
   * Resolves when no other connection of this device is signing in. `waited`: whether there was
   * one; `end` lets the next one in.
   */
  readonly next: (
    serial: string,
  ) => Promise<{ readonly waited: boolean; readonly end: () => void }>;
  /** Devices that are signing in. */
  readonly count: () => number;
};

export function createSignInTurns(): SignInTurns {
  const last = new Map<string, Promise<void>>();
  return {
    async next(serial) {
      const before = last.get(serial);
      const { promise, resolve } = Promise.withResolvers<void>();
      last.set(serial, promise);
      await before;
      const end = (): void => {
        resolve();
        if (last.get(serial) === promise) last.delete(serial);
      };
      return { waited: before !== undefined, end };
    },
    count: () => last.size,
  };
}
