/** A gap this long divides what was used of a stream; shorter ones are the analysis's own. */
const APART_MS = 60_000;
const MOST_SEGMENTS = 2000;

type Segment = { readonly source: string; readonly fromMs: number; toMs: number };

type NightSegments = {
  readonly note: (source: string, fromMs: number, toMs: number) => void;
  /** `serial:streamId from/to` in order of their beginnings, as many as a document holds. */
  readonly texts: () => { readonly segments: string[]; readonly segmentsLeftOut: number };
};

/** Keeps which stretches of which streams went into a night. */
export function createNightSegments(): NightSegments {
  const all: Segment[] = [];
  const newest = new Map<string, Segment>();
  return {
    note(source, fromMs, toMs) {
      const last = newest.get(source);
      if (last !== undefined && fromMs - last.toMs < APART_MS) {
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
        .toSorted((one, other) => one.fromMs - other.fromMs)
        .slice(0, MOST_SEGMENTS)
        .map(({ source, fromMs, toMs }) => `${source} ${iso(fromMs)}/${iso(toMs)}`);
      return { segments, segmentsLeftOut: all.length - segments.length };
    },
  };
}
