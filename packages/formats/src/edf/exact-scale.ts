/**
 * What a signal's field of filters says in files of ours: the eight characters of a header number
 * hold no scale such as 1/16384.
 */
export const NOT_MEASURED = -32_768;

export type ExactScale = { readonly scale: number; readonly offset: number };

/** At most 80 characters: two doubles have 24 each. */
export const exactScaleText = ({ scale, offset }: ExactScale): string =>
  `N/A=${NOT_MEASURED} scale=${scale} offset=${offset}`;

const TEXT = /^N\/A=-32768 scale=(\S+) offset=(\S+)$/;
/** Further from the header's own range it is somebody else's word. */
const TOLERANCE = 1e-3;

/**
 * The exact scale of a signal, where its header says one and the range beside it agrees; null for
 * files of others.
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
