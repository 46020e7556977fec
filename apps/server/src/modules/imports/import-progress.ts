/** Minimum interval between progress updates. */
const PACE_MS = 500;

export type PacedProgress = {
  readonly report: (fraction: number) => void;
  /** No update follows this. */
  readonly end: () => Promise<void>;
};

/** Throttles progress updates and runs one at a time. Drops updates that fail. */
export function pacedProgress(save: (fraction: number) => Promise<void>): PacedProgress {
  const state: { last: number; saving: Promise<void>; ended: boolean; busy: boolean } = {
    last: 0,
    saving: Promise.resolve(),
    ended: false,
    busy: false,
  };
  return {
    report: (fraction) => {
      const nowMs = performance.now();
      if (state.ended || state.busy || nowMs - state.last < PACE_MS) return;
      state.last = nowMs;
      state.busy = true;
      state.saving = save(Math.max(0, Math.min(1, fraction)))
        .catch(() => undefined)
        .finally(() => {
          state.busy = false;
        });
    },
    end: async () => {
      state.ended = true;
      await state.saving;
    },
  };
}
