/**
 * Converts full-width digits, letters and signs of an input method to half width, and every dash to
 * `-`.
 */
export const halfWidth = (text: string): string =>
  text.normalize('NFKC').replace(/[\u2010-\u2015\u2212\u30fc]/gu, '-');

/**
 * Whether a key belongs to an input method, such as the Enter that ends a Japanese word. Safari
 * reports that one after the composition, with key code 229.
 */
export const isComposingKey = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === 229;
