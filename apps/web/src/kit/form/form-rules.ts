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
 * Rules of the kit by name. Those of texts let an empty text pass: whether something has to be
 * there is `required`'s part.
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
  /** Something is there: text other than spaces, a tick, an entry of a list, a figure. */
  readonly required: Rule<unknown>;
  /** As `required`, where nothing is typed but one of several is chosen. */
  readonly chosen: Rule<unknown>;
  readonly atLeast: (characters: number) => Rule<string>;
  readonly atMost: (characters: number) => Rule<string>;
  readonly numberBetween: (least: number, most: number) => Rule<number | null>;
  /** Days as `2026/11/21`; an empty limit means no limit. */
  readonly dateBetween: (first: string, last: string) => Rule<string>;
  /** A beginning that is not after its end; each of them a day or empty. */
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
    numberBetween: (least, most) => (value) => {
      if (value === null) return true;
      return value < least
        ? t('number-at-least', { limit: least })
        : value <= most || t('number-at-most', { limit: most });
    },
    // Days as texts of one length sort as days do.
    dateBetween: (first, last) => (text) => {
      if (text === '' || !isDateText(text)) return date(text);
      if (first !== '' && text < first) return t('date-at-least', { limit: first });
      return last === '' || text <= last || t('date-at-most', { limit: last });
    },
    dateSpan: ({ from, to }) => {
      const faults = [date(from), date(to)].filter((outcome) => outcome !== true);
      if (faults.length > 0) return faults[0] ?? false;
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

/** Rules with error texts in the reader's language. */
export function useRules(): Rules {
  const { t } = useTranslation('validation');
  return createRules(t);
}

/**
 * A rule of the form kit (specification, section 5): true is right, false marks the field as wrong,
 * a text marks it and says why.
 */
export type RuleOutcome = boolean | string;
export type Rule<Value> = (value: Value) => RuleOutcome;

/** The fault of the first rule that is not met; null if all are met. */
export function firstFault<Value>(rules: readonly Rule<Value>[], value: Value): Fault {
  for (const rule of rules) {
    const outcome = rule(value);
    if (outcome !== true) return outcome;
  }
  return null;
}

/** Display of a field: no error, a mark alone, or a mark with a text. */
export type Fault = null | false | string;
