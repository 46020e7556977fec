/** Digital value of a missing sample in our files. */
export const NOT_MEASURED = -32_768;

type ExactScale = { readonly scale: number; readonly offset: number };

/**
 * Text for the prefilter field of our files: marks them as ours and holds the exact scale, since a
 * header number of eight characters cannot represent a scale such as 1/16384. At most 80
 * characters: two doubles have up to 24 each.
 */
export const exactScaleText = ({ scale, offset }: ExactScale): string =>
  `N/A=${NOT_MEASURED} scale=${scale} offset=${offset}`;

const TEXT = /^N\/A=-32768 scale=(\S+) offset=(\S+)$/;
/** Maximum deviation from the header's range; beyond it the text is not ours. */
const TOLERANCE = 1e-3;

/**
 * The exact scale from a signal's prefilter field if it agrees with the range; null for other
 * files.
 */
export function readExactScale(prefilter: string, range: ExactScale): ExactScale | null {
  const [, scale, offset] = (TEXT.exec(prefilter) ?? []).map(Number);
  if (
    scale === undefined ||
    offset === undefined ||
    !Number.isFinite(scale) ||
    !Number.isFinite(offset) ||
    scale === 0
  )
    return null;
  const agrees =
    Math.abs(scale - range.scale) <= TOLERANCE * Math.abs(scale) &&
    Math.abs(offset - range.offset) <= TOLERANCE * Math.abs(scale) * 32_768;
  return agrees ? { scale, offset } : null;
}
