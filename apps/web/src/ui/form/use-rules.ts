import {
  isDateText, isDateTimeText, isEmailAddress, isFullTimeText, isHexColour, isHexOrRgbaColour, isHexOrRgbColour, isRgbaColour, isRgbColour, isTimeText,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import type { Rule } from './rule.ts';

/** Rules of the kit by name. Those of texts let an empty text pass: whether something has to be there is `required`'s part. */
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
export type TextRuleName = keyof typeof TEXT_RULES;

export type Rules = { readonly [Name in TextRuleName]: Rule<string> } & {
  /** Something is there: text other than spaces, a tick, an entry of a list, a figure. */
  readonly required: Rule<unknown>;
  readonly atLeast: (characters: number) => Rule<string>;
  readonly atMost: (characters: number) => Rule<string>;
  readonly numberBetween: (least: number, most: number) => Rule<number | null>;
};

/** Rules that say in the reader's language what is wrong. */
export function useRules(): Rules {
  const { t } = useTranslation('validation');
  const says = (name: TextRuleName): Rule<string> => (text) => text === '' || TEXT_RULES[name](text) || t(`rules.${name}`);
  return {
    date: says('date'), time: says('time'), fullTime: says('fullTime'), dateTime: says('dateTime'), email: says('email'), hexColour: says('hexColour'),
    rgbColour: says('rgbColour'), rgbaColour: says('rgbaColour'), hexOrRgbColour: says('hexOrRgbColour'), hexOrRgbaColour: says('hexOrRgbaColour'),
    required: (value) => isThere(value) || t('value-required'),
    atLeast: (limit) => (text) => text === '' || text.length >= limit || t('string-at-least', { limit }),
    atMost: (limit) => (text) => text.length <= limit || t('string-at-most', { limit }),
    numberBetween: (least, most) => (value) => {
      if (value === null) return true;
      return value < least ? t('number-at-least', { limit: least }) : value <= most || t('number-at-most', { limit: most });
    },
  };
}

export function isThere(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== false;
}
