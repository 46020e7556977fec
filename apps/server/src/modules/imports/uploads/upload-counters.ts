/** Uploads received and rejected by this server since it started. */
export type UploadCounters = {
  readonly countReceived: (bytes: number) => void;
  readonly countRejected: (code: string) => void;
  readonly counts: () => {
    readonly parts: number;
    readonly bytes: number;
    readonly refused: Readonly<Record<string, number>>;
  };
};

export function createUploadCounters(): UploadCounters {
  const state = { parts: 0, bytes: 0 };
  // Bounded, because the codes are a fixed set.
  const refused: Record<string, number> = {};
  return {
    countReceived: (bytes) => {
      state.parts += 1;
      state.bytes += bytes;
    },
    countRejected: (code) => {
      refused[code] = (refused[code] ?? 0) + 1;
    },
    counts: () => ({ ...state, refused: { ...refused } }),
  };
}
