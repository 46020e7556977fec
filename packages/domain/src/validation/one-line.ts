import { z } from 'zod';

/**
 * Characters that break a single line in a list, mail subject or file name: control characters,
 * line separators, and bidirectional controls (Unicode UAX #9, 2.1 to 2.4: embeddings, overrides,
 * isolates).
 */
const BREAKS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * A visible character: not a space, not ignorable (Unicode DerivedCoreProperties), not a lone
 * combining mark, not an empty braille cell.
 */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}\u2800]/u;

export const LINE_FAULTS = ['line-broken', 'lines-broken', 'line-unseen'] as const;
type LineFault = (typeof LINE_FAULTS)[number];

/** The fault of a single-line text, or null. An empty text has none. */
export function lineFault(text: string): LineFault | null {
  if (BREAKS.test(text)) return 'line-broken';
  return text === '' || VISIBLE.test(text) ? null : 'line-unseen';
}

/** The fault of a text that may have several lines, or null. */
export function linesFault(text: string): LineFault | null {
  const fault = lineFault(text.replaceAll(/\r?\n/g, ''));
  return fault === 'line-broken' ? 'lines-broken' : fault;
}

/**
 * Schema of a trimmed single-line text.
 * @param maxLength maximum UTF-16 code units
 */
export const oneLine = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .check((context) => {
      const fault = lineFault(context.value);
      if (fault !== null)
        context.issues.push({ code: 'custom', input: context.value, params: { notice: fault } });
    });
