/** Connections of one device that come at one instant are let in one after the other. */
export type SignInTurns = {
  /**
   * Resolves when nobody else of this device is on the way in. @returns whether it had to wait, and
   * what ends its turn.
   */
  readonly next: (
    serial: string,
  ) => Promise<{ readonly waited: boolean; readonly end: () => void }>;
  /** Devices that are on the way in. */
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
