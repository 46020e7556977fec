export type OpeningRate = { readonly burst: number; readonly perSecond: number };

/**
 * Token bucket for openings of one session. Each opening reads the database, so a page that opens
 * and closes endlessly would take all connections. The returned function takes a token; false if
 * the bucket is empty.
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
