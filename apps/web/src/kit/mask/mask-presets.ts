/** A mask, or one that depends on the characters entered so far (without the fixed ones). */
export type Mask = string | ((entered: string) => string);

/** Masks by name (specification, section 5). */
export const MASK_PRESETS = {
  date: '####/##/##',
  datetime: '####/##/## ##:##',
  time: '##:##',
  fulltime: '##:##:##',
  phone: phoneMask,
  card: '#### #### #### ####',
} as const satisfies Readonly<Record<string, Mask>>;
export type MaskPresetName = keyof typeof MASK_PRESETS;

/**
 * Numbers of Japan's numbering plan are grouped by their beginning: mobile, IP and pager 3-4-4,
 * free dial 4-3-3, Tokyo and Osaka 2-4-4; other areas have codes of 2 to 5 digits, of which 3-3-4
 * is the usual form.
 */
function phoneMask(entered: string): string {
  if (/^0(?:[579]0|80(?!0))/.test(entered)) return '###-####-####';
  if (/^0(?:120|570|990|800)/.test(entered)) return '####-###-###';
  return /^0[36]/.test(entered) ? '##-####-####' : '###-###-####';
}
