import { ACCIDENT_KINDS, type AccidentKind } from '@yamori/domain';
import type { Accident } from './api.ts';

/** `open`: unresolved. */
export const STANDINGS = ['all', 'open', 'closed'] as const;
type Standing = (typeof STANDINGS)[number];
export type AccidentFilter = {
  readonly standing: Standing;
  /** Null: all kinds. */
  readonly kind: AccidentKind | null;
};

/** Parses the address; unknown values mean no filter. */
export const readAccidentFilter = (
  values: Readonly<Record<string, string | undefined>>,
): AccidentFilter => ({
  standing: STANDINGS.find((one) => one === values['state']) ?? 'all',
  kind: ACCIDENT_KINDS.find((one) => one === values['kind']) ?? null,
});

export const matchesFilter = (
  { standing, kind }: AccidentFilter,
  accident: Pick<Accident, 'state' | 'kind'>,
): boolean =>
  (kind === null || accident.kind === kind) &&
  (standing === 'all' || (standing === 'open') === (accident.state !== 'resolved'));

/** Kinds that occur, in the order of the catalogue. */
export const kindsOf = (accidents: readonly Pick<Accident, 'kind'>[]): readonly AccidentKind[] =>
  ACCIDENT_KINDS.filter((kind) => accidents.some((accident) => accident.kind === kind));
