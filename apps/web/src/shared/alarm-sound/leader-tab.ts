/**
 * Elects the one window of the browser that sounds, so that five open pages do not ring five times.
 * Calls back when this window becomes it, and when it no longer is.
 */
export type LeaderTab = { readonly want: (onMine: () => void) => () => void };

const NAME = 'yamori.alarm-sound';

/** Without Web Locks every window sounds: better twice than not at all. */
export function leaderTab(locks: Pick<LockManager, 'request'> | undefined): LeaderTab {
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
