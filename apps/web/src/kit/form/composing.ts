/**
 * Whether a key belongs to an input method, such as the Enter that ends a Japanese word. Safari
 * reports that one after the composition, with key code 229.
 */
export const isComposingKey = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === 229;
