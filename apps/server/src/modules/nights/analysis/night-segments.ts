/** Gaps of at least this length separate two segments. The analysis handles shorter ones. */
const MIN_GAP_MS = 60_000;
const MAX_SEGMENTS = 2000;

type Segment = { readonly source: string; readonly fromMs: number; toMs: number };

type NightSegments = {
  readonly add: (source: string, fromMs: number, toMs: number) => void;
  /** `serial:streamId from/to` in order of start time, as many as a document holds. */
  readonly texts: () => { readonly segments: string[]; readonly segmentsLeftOut: number };
};

/** Collects which intervals of which streams went into a night. */
export function createNightSegments(): NightSegments {
  const all: Segment[] = [];
  const newest = new Map<string, Segment>();
  return {
    add(source, fromMs, toMs) {
      const last = newest.get(source);
      if (last !== undefined && fromMs - last.toMs < MIN_GAP_MS) {
        last.toMs = Math.max(last.toMs, toMs);
        return;
      }
      const segment = { source, fromMs, toMs };
      all.push(segment);
      newest.set(source, segment);
    },
    texts() {
      const iso = (ms: number): string => new Date(ms).toISOString();
      const segments = all
        .toSorted((a, b) => a.fromMs - b.fromMs)
        .slice(0, MAX_SEGMENTS)
        .map(({ source, fromMs, toMs }) => `${source} ${iso(fromMs)}/${iso(toMs)}`);
      return { segments, segmentsLeftOut: all.length - segments.length };
    },
  };
}
