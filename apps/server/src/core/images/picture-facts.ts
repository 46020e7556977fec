/**
 * What the parts of a picture's file say. Readers give null for whatever is not whole, or holds
 * more than a picture.
 */
export type PictureFacts = {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
};

/**
 * On each side: the screens draw them smaller, and what is unpacked to check it stays near 2 MB.
 */
export const MOST_SIDE = 512;

export const isDrawable = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= MOST_SIDE && height <= MOST_SIDE;
