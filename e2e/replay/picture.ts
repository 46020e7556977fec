import type { Page } from '@playwright/test';

/** The comparison of two pictures of the same place. */
export type PictureChange = {
  /** Share of the pixels that differ from the background, 0 to 1. */
  readonly drawn: number;
  /** Share of the pixels that differ between the pictures, 0 to 1. */
  readonly changed: number;
};

/**
 * Compares two PNG images in a separate page, because a canvas that a worker draws on cannot be
 * read.
 */
export async function comparePictures(
  page: Page,
  before: Buffer,
  after: Buffer,
): Promise<PictureChange> {
  return await page.evaluate(
    async ([first, second]) => {
      const decodePixels = async (base64: string): Promise<Uint8ClampedArray> => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, picture.width, picture.height).data;
      };
      const [one, other] = [await decodePixels(first), await decodePixels(second)];
      const apart = (
        left: Uint8ClampedArray,
        at: number,
        right: Uint8ClampedArray,
        to: number,
      ): number =>
        Math.max(
          Math.abs((left[at] ?? 0) - (right[to] ?? 0)),
          Math.abs((left[at + 1] ?? 0) - (right[to + 1] ?? 0)),
          Math.abs((left[at + 2] ?? 0) - (right[to + 2] ?? 0)),
        );
      // Inside the frame, left of the trace.
      const ground = one.subarray(4 * 400, 4 * 401);
      let drawn = 0;
      let changed = 0;
      for (let at = 0; at < one.length; at += 4) {
        if (apart(one, at, ground, 0) > 90) drawn += 1;
        if (apart(one, at, other, at) > 24) changed += 1;
      }
      return { drawn: drawn / (one.length / 4), changed: changed / (one.length / 4) };
    },
    [before.toString('base64'), after.toString('base64')] as const,
  );
}
