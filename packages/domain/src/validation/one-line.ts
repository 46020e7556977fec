import { z } from 'zod';

/**
 * What keeps a text from standing in one line of a list, the subject of a mail or a file's name:
 * control characters and other ends of lines, and signs that turn the direction of what stands
 * behind them (Unicode UAX #9, 2.1 to 2.4: embeddings, overrides, isolates).
 */
const BREAKS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * What somebody sees of a text: no blank, nothing that fonts leave out (Unicode
 * DerivedCoreProperties), no mark without its letter, no empty cell of braille.
 */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}\u2800]/u;

export const LINE_FAULTS = ['line-broken', 'lines-broken', 'line-unseen'] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

/**
 * What is wrong with a text that stands in one line; null: nothing. An empty text has nothing to be
 * seen, which is no fault of its line.
 */
export function lineFault(text: string): LineFault | null {
  if (BREAKS.test(text)) return 'line-broken';
  return text === '' || SEEN.test(text) ? null : 'line-unseen';
}

/** The same of a text that may have several lines, as they stand on paper. */
export function linesFault(text: string): LineFault | null {
  const fault = lineFault(text.replaceAll(/\r?\n/g, ''));
  return fault === 'line-broken' ? 'lines-broken' : fault;
}

/** A text of one line, without the blanks around it. `most`: characters (UTF-16 units). */
export const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .check((context) => {
      const fault = lineFault(context.value);
      if (fault !== null)
        context.issues.push({ code: 'custom', input: context.value, params: { notice: fault } });
    });
