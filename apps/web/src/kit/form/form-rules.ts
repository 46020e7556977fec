import {
  isDateText,
  isDateTimeText,
  isEmailAddress,
  isFullTimeText,
  isHexColour,
  isHexOrRgbaColour,
  isHexOrRgbColour,
  isRgbaColour,
  isRgbColour,
  isTimeText,
} from '@yamori/domain';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/**
 * Built-in rules by name. Text rules accept an empty text; `required` rejects it.
 */
export const TEXT_RULES = {
  date: isDateText,
  time: isTimeText,
  fullTime: isFullTimeText,
  dateTime: isDateTimeText,
  email: isEmailAddress,
  hexColour: isHexColour,
  rgbColour: isRgbColour,
  rgbaColour: isRgbaColour,
  hexOrRgbColour: isHexOrRgbColour,
  hexOrRgbaColour: isHexOrRgbaColour,
} as const satisfies Readonly<Record<string, (text: string) => boolean>>;
type TextRuleName = keyof typeof TEXT_RULES;

export type Rules = { readonly [Name in TextRuleName]: Rule<string> } & {
  /** Rejects empty values: blank text, an unticked box, an empty list, no number. */
  readonly required: Rule<unknown>;
  /** Like `required`, with the message for a choice. */
  readonly chosen: Rule<unknown>;
  readonly atLeast: (characters: number) => Rule<string>;
  readonly atMost: (characters: number) => Rule<string>;
  readonly numberBetween: (min: number, max: number) => Rule<number | null>;
  /** Days as `2026/11/21`; an empty limit means no limit. */
  readonly dateBetween: (first: string, last: string) => Rule<string>;
  /** The start is not after the end; each is a day or empty. */
  readonly dateSpan: Rule<{ readonly from: string; readonly to: string }>;
};

export function createRules(t: TFunction<'validation'>): Rules {
  const says =
    (name: TextRuleName): Rule<string> =>
    (text) =>
      text === '' || TEXT_RULES[name](text) || t(`rules.${name}`);
  const [date, email] = [says('date'), says('email')];
  return {
    date,
    email,
    time: says('time'),
    fullTime: says('fullTime'),
    dateTime: says('dateTime'),
    hexColour: says('hexColour'),
    rgbColour: says('rgbColour'),
    rgbaColour: says('rgbaColour'),
    hexOrRgbColour: says('hexOrRgbColour'),
    hexOrRgbaColour: says('hexOrRgbaColour'),
    required: (value) => isFilled(value) || t('value-required'),
    chosen: (value) => isFilled(value) || t('rules.chosen'),
    atLeast: (limit) => (text) =>
      text === '' || text.length >= limit || t('string-at-least', { limit }),
    atMost: (limit) => (text) => text.length <= limit || t('string-at-most', { limit }),
    numberBetween: (min, max) => (value) => {
      if (value === null) return true;
      return value < min
        ? t('number-at-least', { limit: min })
        : value <= max || t('number-at-most', { limit: max });
    },
    // Days as text of a fixed length sort chronologically.
    dateBetween: (first, last) => (text) => {
      if (text === '' || !isDateText(text)) return date(text);
      if (first !== '' && text < first) return t('date-at-least', { limit: first });
      return last === '' || text <= last || t('date-at-most', { limit: last });
    },
    dateSpan: ({ from, to }) => {
      const errors = [date(from), date(to)].filter((outcome) => outcome !== true);
      if (errors.length > 0) return errors[0] ?? false;
      return from === '' || to === '' || from <= to || t('date-at-least', { limit: from });
    },
  };
}

export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value)
    ? value.length > 0
    : value !== null && value !== undefined && value !== false;
}

/** Rules with error texts in the user's language. */
export function useRules(): Rules {
  const { t } = useTranslation('validation');
  return createRules(t);
}

/**
 * A validation rule (specification, section 5): true if valid, false to mark the field, a text to
 * mark it and show the reason.
 */
export type RuleOutcome = boolean | string;
export type Rule<Value> = (value: Value) => RuleOutcome;

/** The error of the first rule that is not met; null if all are met. */
export function findFirstError<Value>(rules: readonly Rule<Value>[], value: Value): FieldError {
  for (const rule of rules) {
    const outcome = rule(value);
    if (outcome !== true) return outcome;
  }
  return null;
}

/** Display of a field: no error, a mark alone, or a mark with a text. */
export type FieldError = null | false | string;
