import { halfWidth } from '../form/input-method.ts';
import { maskPattern, type MaskPattern } from './mask-pattern.ts';

/**
 * "entered" is the input without the fixed characters, "shown" the text with them. The entered
 * characters always fit the slots of the mask from its beginning, without a gap.
 */
export type MaskShape = { readonly mask: Mask; readonly fill: string | null };

export const getPattern = (mask: Mask, entered: string): MaskPattern =>
  maskPattern(typeof mask === 'string' ? mask : mask(entered));

/**
 * Extracts the characters that fit the mask and skips the others. Fixed characters at their
 * positions belong to the mask.
 */
export function parseEntered(mask: Mask, text: string): string {
  let pattern = getPattern(mask, '');
  let entered = '';
  let slot = 0;
  const signs = Array.from(halfWidth(text));
  for (let at = 0; at < signs.length && slot < pattern.length;) {
    const here = pattern[slot];
    const sign = signs[at] ?? '';
    if (here?.kind === 'fixed') {
      if (here.sign === sign) at += 1;
      slot += 1;
      continue;
    }
    const taken = here?.take(sign) ?? null;
    at += 1;
    if (taken === null) continue;
    entered += taken;
    slot += 1;
    // A mask that depends on the input may have changed; the characters so far keep their slots.
    if (typeof mask !== 'string') {
      pattern = getPattern(mask, entered);
      slot = slotAfter(pattern, entered.length);
    }
  }
  return entered;
}

/** Fills the entry slots of the mask in order, ignoring its fixed characters. */
export function takeSigns(mask: Mask, signs: string): string {
  let entered = '';
  for (const sign of signs) {
    const pattern = getPattern(mask, entered);
    const here = pattern[slotAfter(pattern, entered.length)];
    entered += here?.kind === 'entry' ? (here.take(sign) ?? '') : '';
  }
  return entered;
}

/**
 * Formats entered characters with the fixed ones up to the next empty slot; with a fill character,
 * shows the whole mask.
 */
export function formatShown({ mask, fill }: MaskShape, entered: string): string {
  if (entered === '' && fill === null) return '';
  let shown = '';
  let taken = 0;
  for (const slot of getPattern(mask, entered)) {
    if (slot.kind === 'fixed') shown += slot.sign;
    else if (taken < entered.length) shown += entered[taken++];
    else if (fill === null) break;
    else shown += fill;
  }
  return shown;
}

/**
 * The form value: entered characters with the fixed ones between them, without trailing fixed
 * characters.
 */
export function formatStored(mask: Mask, entered: string): string {
  const shown = formatShown({ mask, fill: null }, entered);
  return entered === '' || isComplete(mask, entered)
    ? shown
    : shown.slice(0, placeAfter(getPattern(mask, entered), entered.length, 'before'));
}

export const isComplete = (mask: Mask, entered: string): boolean =>
  getPattern(mask, entered).filter(({ kind }) => kind === 'entry').length === entered.length;

/** Index of the first entry slot after this number of entered characters. */
export function slotAfter(pattern: MaskPattern, entered: number): number {
  let seen = 0;
  const at = pattern.findIndex((slot) => slot.kind === 'entry' && seen++ === entered);
  return at === -1 ? pattern.length : at;
}

/**
 * Caret position after a number of entered characters: directly after the last, or after the fixed
 * characters that follow it.
 */
export function placeAfter(
  pattern: MaskPattern,
  entered: number,
  side: 'before' | 'behind',
): number {
  if (side === 'behind') return slotAfter(pattern, entered);
  return entered === 0 ? 0 : slotAfter(pattern, entered - 1) + 1;
}

/** Number of entered characters before a position of the displayed text. */
export function enteredBefore(pattern: MaskPattern, entered: number, place: number): number {
  return Math.min(entered, pattern.slice(0, place).filter(({ kind }) => kind === 'entry').length);
}

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
