import { ACCIDENT_KINDS, type AccidentKind } from '@yamori/domain';
import type { Accident } from './accident-source.ts';

export const STANDINGS = ['all', 'open', 'closed'] as const;
type Standing = (typeof STANDINGS)[number];
export type AccidentFilter = { readonly standing: Standing; readonly kind: AccidentKind | null };

/** What the address asks for; what it cannot ask for is not asked. */
export const readAccidentFilter = (
  values: Readonly<Record<string, string | undefined>>,
): AccidentFilter => ({
  standing: STANDINGS.find((one) => one === values['state']) ?? 'all',
  kind: ACCIDENT_KINDS.find((one) => one === values['kind']) ?? null,
});

export const isAsked = (
  { standing, kind }: AccidentFilter,
  accident: Pick<Accident, 'state' | 'kind'>,
): boolean =>
  (kind === null || accident.kind === kind) &&
  (standing === 'all' || (standing === 'open') === (accident.state !== 'resolved'));

/** Kinds that occur, in the order of the catalogue. */
export const kindsOf = (accidents: readonly Pick<Accident, 'kind'>[]): readonly AccidentKind[] =>
  ACCIDENT_KINDS.filter((kind) => accidents.some((accident) => accident.kind === kind));
