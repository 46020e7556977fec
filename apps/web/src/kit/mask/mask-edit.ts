import { halfWidth } from '../form/input-method.ts';
import type { MaskPattern } from './mask-pattern.ts';
import {
  type Mask,
  enteredBefore,
  parseEntered,
  isComplete,
  getPattern,
  placeAfter,
  formatShown,
  slotAfter,
  takeSigns,
  type MaskShape,
} from './mask-text.ts';

/** Text of the field after the browser's own editing; `forward`: the user deleted forwards. */
type Edit = { readonly text: string; readonly caret: number; readonly forward: boolean };
type Edited = { readonly entered: string; readonly caret: number };

/**
 * Derives the entered characters and the caret from an editing step. The step is found by
 * comparison: the text after the caret is unchanged, so the rest was inserted or deleted.
 */
export function applyEdit(
  shape: MaskShape,
  pads: boolean,
  before: string,
  { text, caret, forward }: Edit,
): Edited {
  const shown = formatShown(shape, before);
  const kept = text.length - caret;
  const untouched = kept <= shown.length && text.slice(caret) === shown.slice(shown.length - kept);
  // Autofill or a drop: the whole text is new.
  if (!untouched) return wholeText(shape, pads, text);
  const start = Math.min(commonStart(shown, text), caret, shown.length - kept);
  const inserted = text.slice(start, caret);
  if (start === 0 && kept === 0 && inserted.length > 1) return wholeText(shape, pads, inserted);
  const pattern = getPattern(shape.mask, before);
  const count = (place: number): number => enteredBefore(pattern, before.length, place);
  let [from, to] = [count(start), count(shown.length - kept)];
  // Only fixed characters were deleted: delete the character next to them.
  if (inserted === '' && from === to && text.length < shown.length) {
    if (forward) to = Math.min(before.length, to + 1);
    else from = Math.max(0, from - 1);
  }
  const head = before.slice(0, from);
  const upTo = pads
    ? takePadded(shape.mask, head, halfWidth(inserted))
    : takeSigns(shape.mask, head + halfWidth(inserted));
  const entered = takeSigns(shape.mask, upTo + before.slice(to));
  return { entered, caret: caretAfter(shape, entered, upTo.length, inserted === '') };
}

function wholeText(shape: MaskShape, pads: boolean, whole: string): Edited {
  const { mask, fill } = shape;
  const text = fill === null ? whole : whole.replaceAll(fill, '');
  const entered = pads ? takeWhole(mask, halfWidth(text)) : parseEntered(mask, text);
  return { entered, caret: caretAfter(shape, entered, entered.length, false) };
}

const caretAfter = (shape: MaskShape, entered: string, count: number, removed: boolean): number =>
  Math.min(
    placeAfter(
      getPattern(shape.mask, entered),
      Math.min(count, entered.length),
      removed ? 'before' : 'behind',
    ),
    formatShown(shape, entered).length,
  );

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at += 1) if (one[at] !== other[at]) return at;
  return most;
}

/**
 * `2026/1/` is meant as `2026/01/`: a sign that closes a group of two digits early puts a zero
 * before its one digit.
 */
function takePadded(mask: Mask, head: string, typed: string): string {
  let entered = head;
  for (const sign of typed) {
    const closes =
      !/[a-z\d]/i.test(sign) && isSecondDigit(getPattern(mask, entered), entered.length);
    entered = closes
      ? `${entered.slice(0, -1)}0${entered.slice(-1)}`
      : takeSigns(mask, entered + sign);
  }
  return entered;
}

/** In a complete text, the end also closes the last group. */
function takeWhole(mask: Mask, text: string): string {
  const closed = takePadded(mask, '', `${text} `);
  return isComplete(mask, closed) ? closed : takePadded(mask, '', text);
}

/** Whether the next slot is the second digit of a group of two. */
function isSecondDigit(pattern: MaskPattern, entered: number): boolean {
  const at = slotAfter(pattern, entered);
  const digit = (place: number): boolean => {
    const here = pattern[place];
    return here?.kind === 'entry' && here.digit;
  };
  return digit(at) && digit(at - 1) && !digit(at - 2) && !digit(at + 1);
}
