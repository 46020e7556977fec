import { ProblemError } from '../contract/problem.ts';

const MAXIMUM_ID_LENGTH = 128;
const MAXIMUM_PATH_LENGTH = 400;
/** A root collection and three levels below; the product needs no more. */
const MAXIMUM_PATH_SEGMENTS = 8;

/** Location of a collection: `room`, or `room/{id}/sleep` with the parent `room/{id}`. */
type CollectionPath = {
  readonly path: string;
  readonly name: string;
  readonly parent: string | null;
};

/** Location of a document: its collection and its id. */
type DocumentPath = {
  readonly path: string;
  readonly collection: CollectionPath;
  readonly id: string;
};

type ParsedPath =
  | ({ readonly kind: 'document' } & DocumentPath)
  | ({ readonly kind: 'collection' } & CollectionPath);

/**
 * Parses `collection/id/collection/id…`: an odd number of segments is a collection, an even one a
 * document.
 * @throws ProblemError `path-invalid` if the path is empty, too long or too deep, or a segment is
 *   invalid
 */
export function parsePath(text: string): ParsedPath {
  const segments = text.split('/');
  if (text.length > MAXIMUM_PATH_LENGTH || segments.length > MAXIMUM_PATH_SEGMENTS)
    throw invalid(text);
  segments.forEach((segment, index) => {
    if (index % 2 === 0 ? !isCollectionName(segment) : !isDocumentId(segment)) throw invalid(text);
  });
  return segments.length % 2 === 0
    ? {
        kind: 'document',
        path: text,
        collection: toCollectionPath(segments.slice(0, -1)),
        id: segments.at(-1) ?? '',
      }
    : { kind: 'collection', ...toCollectionPath(segments) };
}

/** @throws ProblemError `path-invalid` if the path is not of a document */
export function parseDocumentPath(text: string): DocumentPath {
  const parsed = parsePath(text);
  if (parsed.kind !== 'document') throw invalid(text);
  return { path: parsed.path, collection: parsed.collection, id: parsed.id };
}

/** @throws ProblemError `path-invalid` if the path is not of a collection */
export function parseCollectionPath(text: string): CollectionPath {
  const parsed = parsePath(text);
  if (parsed.kind !== 'collection') throw invalid(text);
  return { path: parsed.path, name: parsed.name, parent: parsed.parent };
}

/** Joins and validates: `joinDocumentPath('room/abc/sleep', '2026-11-21')`. */
export const joinDocumentPath = (collectionPath: string, id: string): string =>
  parseDocumentPath(`${collectionPath}/${id}`).path;

/** 1 to 128 characters; no `/` or control character; not `.`, `..` or `__…__`. */
export const isDocumentId = (id: string): boolean =>
  id.length >= 1 &&
  id.length <= MAXIMUM_ID_LENGTH &&
  !/[/\p{Cc}\p{Cs}]/u.test(id) &&
  id !== '.' &&
  id !== '..' &&
  !/^__.*__$/.test(id);

/**
 * Whether an id contains an invisible character, so that it looks like another id. A new document
 * cannot have such an id; documents of older versions may.
 */
export const hasHiddenCharacters = (id: string): boolean =>
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u.test(id);

export const isCollectionName = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_-]{0,59}$/.test(name);

/**
 * Generates a document id: 20 letters and digits, about 119 random bits.
 * @param randomBytes source of cryptographic randomness. Bytes from 248 are discarded, so all
 *   characters are equally likely.
 */
export function newDocumentId(randomBytes: (count: number) => Uint8Array): string {
  let id = '';
  while (id.length < 20) {
    for (const byte of randomBytes(24))
      if (byte < 248 && id.length < 20) id += ID_ALPHABET[byte % 62] ?? '';
  }
  return id;
}

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function toCollectionPath(segments: readonly string[]): CollectionPath {
  const parent = segments.slice(0, -1).join('/');
  return {
    path: segments.join('/'),
    name: segments.at(-1) ?? '',
    parent: parent === '' ? null : parent,
  };
}

const invalid = (text: string) => new ProblemError('path-invalid', { place: text.slice(0, 200) });
