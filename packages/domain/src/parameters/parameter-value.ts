import type { DataOf } from '../collections/collections.ts';
import type { ParameterValue } from '../collections/organisation.ts';
import { typeNameOf, type NoticeCode, type NoticeDetails } from '../validation/issue-notice.ts';

/** What says how a value of a parameter may be. */
export type ParameterShape = Pick<DataOf<'parameter'>, 'kind' | 'min' | 'max' | 'step' | 'choices'>;
export type ParameterFault = { readonly code: NoticeCode; readonly details?: NoticeDetails };

const EXPECTED = {
  number: 'number',
  text: 'string',
  date: 'string',
  choice: 'string',
  toggle: 'boolean',
} as const;
const MOST_CHARACTERS = 400;
const ISO_DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * What is wrong with a value that an organisation or a room gives to a parameter; null when it is a
 * good one. Days are `2026-11-21`.
 */
export function parameterFault(
  { kind, min, max, step, choices }: ParameterShape,
  value: ParameterValue,
): ParameterFault | null {
  if (typeof value !== EXPECTED[kind])
    return wrong('type-wrong', { expected: EXPECTED[kind], received: typeNameOf(value) });
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      return wrong('type-wrong', { expected: 'number', received: typeNameOf(value) });
    if (min !== null && value < min) return wrong('number-at-least', { limit: min });
    if (max !== null && value > max) return wrong('number-at-most', { limit: max });
    return isBrokenWhereWhole(value, step)
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
  return value.length > MOST_CHARACTERS
    ? { code: 'string-at-most', details: { limit: MOST_CHARACTERS } }
    : null;
}

/**
 * Whole steps take whole figures, though not their multiples alone: 112 is fine where the buttons
 * go by 5.
 */
const isBrokenWhereWhole = (value: number, step: number | null): boolean =>
  step !== null && Number.isInteger(step) && !Number.isInteger(value);

const wrong = (code: NoticeCode, details: NoticeDetails): ParameterFault => ({ code, details });
