import {
  applyWrite,
  encodeFields,
  keysWithin,
  ProblemError,
  rejectManyKeys,
  setAt,
  SYSTEM_PLACEMENT,
  valueAt,
  WRITE_LIMITS,
  type Collection,
  type DocumentMap,
  type Write,
  type WriteResult,
} from '@yamori/domain';
import type { CommitGuard } from './commit-guard.ts';
import type { DocumentLimits } from '../document-limits.ts';
import { splitDocumentPath, type PlacedRow } from '../document-row.ts';
import { validateChanged, validateWhole } from './document-validation.ts';
import type { RowChange } from './unique-keys.ts';

type Batch = {
  readonly writes: readonly Write[];
  readonly current: ReadonlyMap<string, PlacedRow>;
  readonly now: Date;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly limits: DocumentLimits;
  readonly guard: CommitGuard | undefined;
};

/**
 * The resulting documents of a batch; each write sees those before it. Placements are not yet
 * updated.
 */
export function applyBatch(batch: Batch): { readonly changes: readonly RowChange[] } {
  const working = new Map<string, PlacedRow | null>();
  for (const write of batch.writes) {
    const before = working.has(write.path)
      ? (working.get(write.path) ?? null)
      : knownRow(batch, write.path);
    const after = applyOne(batch, write, before);
    if (after !== 'unchanged') working.set(write.path, after);
  }
  const changes = [...working].map(([path, after]) => ({
    before: batch.current.get(path) ?? null,
    after,
  }));
  return {
    changes: changes.filter(
      ({ before, after }) => after !== null || (before !== null && isKnown(batch, before)),
    ),
  };
}

function applyOne(
  batch: Batch,
  write: Write,
  before: PlacedRow | null,
): PlacedRow | null | 'unchanged' {
  const result = applyWrite(before, write, batch.now);
  switch (result.kind) {
    case 'refused':
      throw new ProblemError({
        ...result.problem,
        place: result.problem.place ?? write.path,
      });
    case 'unchanged':
      return 'unchanged';
    case 'deleted':
      return null;
    case 'stored':
      return storedRow(batch, write, before, result);
  }
}

const isKnown = ({ guard }: Batch, row: PlacedRow): boolean => !guard || guard.sees(row);

/**
 * Invisible rows do not exist for the writer; the guard later rejects writes that would replace
 * one.
 */
function knownRow(batch: Batch, path: string): PlacedRow | null {
  const row = batch.current.get(path) ?? null;
  return row !== null && isKnown(batch, row) ? row : null;
}

function storedRow(
  batch: Batch,
  write: Write,
  before: PlacedRow | null,
  result: Extract<WriteResult, { kind: 'stored' }>,
): PlacedRow {
  const place = splitDocumentPath(write.path);
  const collection = batch.collections.get(place.collection);
  if (!collection) throw new ProblemError('collection-unknown', { place: place.collection });
  // Deleting and recreating a document in a batch is a change: it keeps fields that the writer
  // cannot see or set.
  const kept = before ?? knownRow(batch, write.path);
  const shaped = batch.guard ? batch.guard.shape(write, kept, result.data) : result.data;
  const data =
    result.changed === 'everything'
      ? validateWhole(collection, write.path, shaped)
      : validateChanged(collection, write.path, before?.data ?? {}, shaped, result.changed);
  rejectOversize(batch.limits, write.path, data);
  // Merges of a member must not accumulate more keys than one write may contain. Documents stored
  // by the server may still be changed and shrunk.
  if (batch.guard)
    rejectManyKeys(
      write.path,
      Math.max(0, keysWithin([data]) - Math.max(0, keysWithin([before?.data]) - WRITE_LIMITS.keys)),
    );
  return {
    ...place,
    data,
    createdAt: before?.createdAt ?? batch.now,
    updatedAt: batch.now,
    version: before?.version ?? '',
    placement: before?.placement ?? SYSTEM_PLACEMENT,
  };
}

/**
 * Dates sort as text in the database, which requires four-digit years; PostgreSQL also rejects
 * year 0.
 */
const INVALID_YEAR = /"\$date":"(?:[+-]|0000)/;

function rejectOversize(limits: DocumentLimits, path: string, data: DocumentMap): void {
  const text = JSON.stringify(encodeFields(data, false));
  if (Buffer.byteLength(text) > limits.documentBytes)
    throw new ProblemError('limit-size', { place: path, details: { limit: limits.documentBytes } });
  if (INVALID_YEAR.test(text))
    throw new ProblemError('document-invalid', {
      place: path,
      issues: [{ field: '', code: 'date-wrong' }],
    });
}

/** Restores top-level fields of a document. */
export function preserveFields(
  before: DocumentMap,
  after: DocumentMap,
  fields: readonly string[],
): DocumentMap {
  return fields.reduce<DocumentMap>((data, field) => {
    const value = valueAt(before, [field]);
    return value === undefined ? data : setAt(data, [field], value);
  }, after);
}
