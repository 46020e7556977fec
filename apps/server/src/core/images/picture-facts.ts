/**
 * Format and size of an image. Readers return null for files that are incomplete or not just an
 * image.
 */
export type PictureFacts = {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
};

/**
 * Maximum width and height in pixels. Screens show images smaller, and decoding for the check takes
 * about 2 MB.
 */
const MAX_SIDE_PX = 512;

export const isDrawable = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= MAX_SIDE_PX && height <= MAX_SIDE_PX;
