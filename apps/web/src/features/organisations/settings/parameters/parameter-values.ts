import {
  ACCIDENT_PREFIX,
  deleteField,
  formatFieldPath,
  type parameterCollection,
  type ParameterValue,
} from '@yamori/domain';
import type { DocumentOf } from '../../../../live/documents/document-reader.ts';
import {
  parseCalendarDay,
  toIsoDay,
  formatCalendarDay,
} from '../../../../kit/date/calendar-day.ts';
import type { DomainPart } from '../domain-save.ts';

export type Parameter = DocumentOf<typeof parameterCollection>;
/** By key; null: not set here, so the parameter's default applies. */
type ParameterValues = Readonly<Record<string, ParameterValue | null>>;

/** The parameters that an organisation can set, by group; alarm parameters have their own form. */
export function settable(parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters
    .filter(({ key, scope }) => scope !== 'system' && !key.startsWith(ACCIDENT_PREFIX))
    .toSorted(
      (one, other) => one.group.localeCompare(other.group) || one.name.localeCompare(other.name),
    );
}

export const toPart = (parameters: readonly Parameter[]): DomainPart<ParameterValues> => ({
  toValues: ({ parameterOverrides }) =>
    Object.fromEntries(parameters.map(({ key }) => [key, parameterOverrides[key] ?? null])),
  getFields: (changes) =>
    Object.fromEntries(
      Object.entries(changes).map(([key, value]) => [
        formatFieldPath(['parameterOverrides', key]),
        value ?? deleteField(),
      ]),
    ),
});

/**
 * Documents store days as `2026-11-21`, fields show `2026/11/21`. Incomplete text stays as typed
 * and is rejected.
 */
export const dayInField = (value: ParameterValue): string => String(value).replaceAll('-', '/');
export function parseDayField(text: string): string {
  const day = parseCalendarDay(text);
  return day === null ? text : toIsoDay(day);
}

export const saidValue = (
  { kind, unit }: Pick<Parameter, 'kind' | 'unit'>,
  value: ParameterValue,
  yesNo: (value: boolean) => string,
): string => {
  if (typeof value === 'boolean') return yesNo(value);
  if (kind === 'date') {
    const day = parseCalendarDay(dayInField(value));
    return day === null ? String(value) : formatCalendarDay(day);
  }
  return unit === '' ? String(value) : `${value} ${unit}`;
};
