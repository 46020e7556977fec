import { ACCIDENT_KINDS, type AccidentKind } from '@yamori/domain';
import type { Accident } from './api.ts';

/** `open`: unresolved. */
export const ALARM_STATUSES = ['all', 'open', 'closed'] as const;
type AlarmStatus = (typeof ALARM_STATUSES)[number];
export type AccidentFilter = {
  readonly status: AlarmStatus;
  /** Null: all kinds. */
  readonly kind: AccidentKind | null;
};

/** Parses the address; unknown values mean no filter. */
export const readAccidentFilter = (
  values: Readonly<Record<string, string | undefined>>,
): AccidentFilter => ({
  status: ALARM_STATUSES.find((one) => one === values['state']) ?? 'all',
  kind: ACCIDENT_KINDS.find((one) => one === values['kind']) ?? null,
});

export const matchesFilter = (
  { status, kind }: AccidentFilter,
  accident: Pick<Accident, 'state' | 'kind'>,
): boolean =>
  (kind === null || accident.kind === kind) &&
  (status === 'all' || (status === 'open') === (accident.state !== 'resolved'));

/** Kinds that occur, in the order of the catalogue. */
export const collectKinds = (
  accidents: readonly Pick<Accident, 'kind'>[],
): readonly AccidentKind[] =>
  ACCIDENT_KINDS.filter((kind) => accidents.some((accident) => accident.kind === kind));
