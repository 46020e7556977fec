export type OpeningRate = { readonly burst: number; readonly perSecond: number };

/**
 * How fast one viewer may open things: each opening reads the database, so a page that opens and
 * closes without end would take every connection from the others. @returns asks for one opening;
 * false when it came too soon.
 */
export function createOpeningRate(
  { burst, perSecond }: OpeningRate,
  nowMs: () => number,
): () => boolean {
  const bucket = { left: burst, atMs: nowMs() };
  return () => {
    const atMs = nowMs();
    bucket.left = Math.min(
      burst,
      bucket.left + (Math.max(0, atMs - bucket.atMs) / 1000) * perSecond,
    );
    bucket.atMs = atMs;
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  };
}
