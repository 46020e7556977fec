import {
  ACCIDENT_PREFIX,
  deleteField,
  formatFieldPath,
  type parameterCollection,
  type ParameterValue,
} from '@yamori/domain';
import type { DocumentOf } from '../../../../live/documents/document-reader.ts';
import { dayOfText, isoOfDay, textOfDay } from '../../../../kit/date/calendar-day.ts';
import type { DomainPart } from '../domain-save.ts';

export type Parameter = DocumentOf<typeof parameterCollection>;
/** By key; null: nothing set here, the parameter's own default holds. */
type ParameterValues = Readonly<Record<string, ParameterValue | null>>;

/** What an organisation sets, group by group; the rules of accidents have a form of their own. */
export function settable(parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters
    .filter(({ key, scope }) => scope !== 'system' && !key.startsWith(ACCIDENT_PREFIX))
    .toSorted(
      (one, other) => one.group.localeCompare(other.group) || one.name.localeCompare(other.name),
    );
}

export const partOf = (parameters: readonly Parameter[]): DomainPart<ParameterValues> => ({
  valuesOf: ({ parameterOverrides }) =>
    Object.fromEntries(parameters.map(({ key }) => [key, parameterOverrides[key] ?? null])),
  fieldsOf: (changes) =>
    Object.fromEntries(
      Object.entries(changes).map(([key, value]) => [
        formatFieldPath(['parameterOverrides', key]),
        value ?? deleteField(),
      ]),
    ),
});

/**
 * Documents keep days as `2026-11-21`, fields show `2026/11/21`; what is no day yet stays as it was
 * typed, and is refused.
 */
export const dayInField = (value: ParameterValue): string => String(value).replaceAll('-', '/');
export function dayOfField(text: string): string {
  const day = dayOfText(text);
  return day === null ? text : isoOfDay(day);
}

export const saidValue = (
  { kind, unit }: Pick<Parameter, 'kind' | 'unit'>,
  value: ParameterValue,
  yesNo: (value: boolean) => string,
): string => {
  if (typeof value === 'boolean') return yesNo(value);
  if (kind === 'date') {
    const day = dayOfText(dayInField(value));
    return day === null ? String(value) : textOfDay(day);
  }
  return unit === '' ? String(value) : `${value} ${unit}`;
};
