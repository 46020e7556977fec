/**
 * Calls when this window is the one of its browser that sounds, and when it no longer is: five open
 * pages are not five bells.
 */
export type OneWindow = { readonly want: (onMine: () => void) => () => void };

const NAME = 'yamori.alarm-sound';

/** A browser without locks lets every window sound: better twice than not at all. */
export function oneWindow(locks: Pick<LockManager, 'request'> | undefined): OneWindow {
  return {
    want(onMine) {
      if (locks === undefined) {
        onMine();
        return () => undefined;
      }
      const leaving = new AbortController();
      let release = (): void => undefined;
      locks
        .request(
          NAME,
          { signal: leaving.signal },
          () =>
            new Promise<void>((resolve) => {
              release = resolve;
              if (leaving.signal.aborted) resolve();
              else onMine();
            }),
        )
        .catch(() => undefined);
      return () => {
        leaving.abort();
        release();
      };
    },
  };
}
