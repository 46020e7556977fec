import {
  type accidentCollection,
  type roomCollection,
  ACCIDENT_KINDS,
  type AccidentKind,
} from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import { useDocument, useDocuments, useQuery } from '../../live/documents/documents-context.tsx';
import type { LiveResult } from '../../live/documents/live-result.ts';

export type Accident = DocumentOf<typeof accidentCollection>;
export type Room = DocumentOf<typeof roomCollection>;

/** A room's accidents, the newest first; `limit` of them at most. */
export const useAccidents = (roomId: string, limit: number): LiveResult<readonly Accident[]> =>
  mapped(
    useQuery(
      useDocuments().collection(`room/${roomId}/accident`).orderBy('raisedAt', 'desc').limit(limit),
    ),
    (all) => all.filter((one): one is Accident => isWhole(one)),
  );

export const useRoom = (roomId: string): LiveResult<Room | null> =>
  mapped(useDocument(`room/${roomId}`), (room) => (room !== null && isWhole(room) ? room : null));

function mapped<From, To>(result: LiveResult<From>, map: (value: From) => To): LiveResult<To> {
  return 'value' in result ? { ...result, value: map(result.value) } : result;
}

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
