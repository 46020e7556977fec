import { eitImageWidth } from './measurement-order.ts';

/** Regions of interest: one label a pixel, 1..4, or 0 outside the body. */
export interface EitRegions {
  kind: 'layers' | 'quadrants';
  labels: Uint8Array;
}

/**
 * Four layers of equal height from front (1, top of the image) to back (4), or four quadrants
 * around the centre of the body's bounding box: 1 top left, 2 top right, 3 bottom left, 4 bottom
 * right (I. Frerichs et al., Thorax 72, 2017, 83–93, online supplement 5).
 *
 * @param mask 1 = inside the body
 */
export function eitRegions(kind: EitRegions['kind'], mask: Uint8Array): EitRegions {
  const { top, bottom, left, right } = findBoundingBox(mask);
  const labels = Uint8Array.from(mask, (inside, pixel) => {
    if (inside === 0) return 0;
    const down = (Math.floor(pixel / eitImageWidth) - top + 0.5) / (bottom - top + 1);
    const across = ((pixel % eitImageWidth) - left + 0.5) / (right - left + 1);
    if (kind === 'layers') return 1 + Math.min(3, Math.floor(down * 4));
    return 1 + (down < 0.5 ? 0 : 2) + (across < 0.5 ? 0 : 1);
  });
  return { kind, labels };
}

/**
 * Impedance change of each region: the negated sum of its pixels, so that inflowing air raises it.
 *
 * @param image conductivity changes (`EitImager.image`)
 * @param out four values to write into; allocated when omitted
 */
export function regionImpedance(
  image: Float32Array,
  regions: EitRegions,
  out = new Float32Array(4),
): Float32Array {
  out.fill(0);
  for (let pixel = 0; pixel < image.length; pixel++) {
    const label = regions.labels[pixel] ?? 0;
    if (label > 0) out[label - 1] = (out[label - 1] ?? 0) - (image[pixel] ?? 0);
  }
  return out;
}

/** Impedance change of the whole image; rises with air in the lungs. */
export function globalImpedance(image: Float32Array): number {
  let sum = 0;
  for (let pixel = 0; pixel < image.length; pixel++) sum -= image[pixel] ?? 0;
  return sum;
}

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

function findBoundingBox(mask: Uint8Array): Box {
  const box = { top: eitImageWidth, bottom: -1, left: eitImageWidth, right: -1 };
  for (const [pixel, inside] of mask.entries()) {
    if (inside === 0) continue;
    const row = Math.floor(pixel / eitImageWidth);
    const column = pixel % eitImageWidth;
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row);
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column);
  }
  return box;
}
