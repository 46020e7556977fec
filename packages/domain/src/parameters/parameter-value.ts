import type { DocumentData } from '../collections/collections.ts';
import type { ParameterValue } from '../collections/organisation.ts';
import { getTypeName, type NoticeCode, type NoticeDetails } from '../validation/issue-notice.ts';

/** The definition fields that constrain a value. */
export type ParameterShape = Pick<
  DocumentData<'parameter'>,
  'kind' | 'min' | 'max' | 'step' | 'choices'
>;
type ParameterFault = { readonly code: NoticeCode; readonly details?: NoticeDetails };

const EXPECTED = {
  number: 'number',
  text: 'string',
  date: 'string',
  choice: 'string',
  toggle: 'boolean',
} as const;
const MAX_CHARACTERS = 400;
const ISO_DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * The issue with an organisation's or a room's value for a parameter, or null if it is valid. Dates
 * are `2026-11-21`.
 */
export function parameterFault(
  { kind, min, max, step, choices }: ParameterShape,
  value: ParameterValue,
): ParameterFault | null {
  if (typeof value !== EXPECTED[kind])
    return wrong('type-wrong', { expected: EXPECTED[kind], received: getTypeName(value) });
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      return wrong('type-wrong', { expected: 'number', received: getTypeName(value) });
    if (min !== null && value < min) return wrong('number-at-least', { limit: min });
    if (max !== null && value > max) return wrong('number-at-most', { limit: max });
    return isFractionOfWholeStep(value, step)
      ? wrong('type-wrong', { expected: 'int', received: 'float' })
      : null;
  }
  if (typeof value !== 'string') return null;
  if (kind === 'date')
    return ISO_DAY.test(value) && !Number.isNaN(Date.parse(value)) ? null : { code: 'format-date' };
  if (kind === 'choice')
    return choices.includes(value)
      ? null
      : { code: 'choice-wrong', details: { options: choices.join(' | ') } };
  return value.length > MAX_CHARACTERS
    ? { code: 'string-at-most', details: { limit: MAX_CHARACTERS } }
    : null;
}

/** A whole step allows only whole values, but not only its multiples: with step 5, 112 is valid. */
const isFractionOfWholeStep = (value: number, step: number | null): boolean =>
  step !== null && Number.isInteger(step) && !Number.isInteger(value);

const wrong = (code: NoticeCode, details: NoticeDetails): ParameterFault => ({ code, details });
