import { useTranslation } from 'react-i18next';
import { useClock } from '../../kit/clock/clock-context.tsx';
import type { FormRules } from '../../kit/form/form-store.ts';
import { useRules } from '../../kit/form/form-rules.ts';
import type { RoomValues } from './room-values.ts';

const MAX_TAGS = 20;
/** The collection's lower limit for an occupant's year of birth. */
export const FIRST_BIRTH_YEAR = 1900;
export const MAX_BEDS = 20;

/** Validates the form before the server does. */
export function useRoomRules(): FormRules<RoomValues> {
  const { t } = useTranslation('roomConfig');
  const rules = useRules();
  const year = new Date(useClock().now()).getFullYear();
  const birthYear = rules.numberBetween(FIRST_BIRTH_YEAR, year);
  return {
    name: [rules.required, rules.atMost(60)],
    building: [rules.atMost(60)],
    floor: [rules.atMost(20)],
    tags: [(tags) => tags.length <= MAX_TAGS || t('tooManyTags', { limit: MAX_TAGS })],
    capacity: [rules.required, rules.numberBetween(1, MAX_BEDS)],
    alias: [(alias, { isOccupied }) => !isOccupied || rules.required(alias), rules.atMost(60)],
    birthYear: [(value, { isOccupied }) => !isOccupied || birthYear(value)],
    note: [rules.atMost(2000)],
  };
}
