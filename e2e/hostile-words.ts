import { brokenLines, COLLECTIONS, encodeFields, query, type Write } from '@yamori/domain';
import type { DocumentStore } from '../apps/server/src/core/documents/document-store.ts';

/** Each calls `ran` with its number if it is executed. Some are short enough for every field. */
export const HOSTILE_WORDS = [
  '"><img src=x onerror=ran(1)>',
  '<svg/onload=ran(2)>',
  "'><script>ran(3)</script>",
  'javascript:ran(4)',
  '</title><script>ran(5)</script>',
  '{{constructor.constructor("ran(6)")()}}',
  '<iframe srcdoc="<script>parent.ran(7)</script>">',
  '$t(ran)${ran(8)}`ran(8)`',
  '<style>@import"//evil.example"</style>',
  '<a href=javascript:ran(9)>x</a>',
  '\u202e\u2066<b onmouseover=ran(10)>',
  '<math><mi xlink:href="javascript:ran(11)">x',
] as const;

/**
 * Fields by which documents are found, distinguished and placed. Other values there would leave
 * nothing to see.
 */
const STRUCTURE =
  /(Id|Ids|Serial|Serials|serial|code|number|month|night|kind|key|sha256|path|With|scope|state|format|timeZone|nightStartsAt|connection|overrides|Overrides)$/;

/**
 * Writes hostile text into every field of every stored document that accepts it. @returns the
 * number of fields
 */
export async function plantHostileWords(store: DocumentStore): Promise<number> {
  let planted = 0;
  for (const [name, { schema }] of Object.entries(COLLECTIONS)) {
    const documents = await store.list(query.parse({ collection: name, group: true, limit: 1000 }));
    const writes: Write[] = documents.flatMap(({ path, data }) => {
      const next = withHostileWords(
        data,
        planted,
        (candidate) =>
          schema.safeParse(candidate).success &&
          brokenLines(name, encodeFields(candidate, false), null).length === 0,
      );
      const changed = next.planted > planted;
      planted = next.planted;
      return !changed ? [] : [{ kind: 'set', path, data: encodeFields(next.data, false) }];
    });
    for (let from = 0; from < writes.length; from += 100)
      await store.commit(writes.slice(from, from + 100), { userId: null });
  }
  return planted;
}

type Data = Readonly<Record<string, unknown>>;

/** `first` numbers the texts across all documents. */
function withHostileWords(
  data: Data,
  first: number,
  isValid: (candidate: Data) => boolean,
): { readonly data: Data; readonly planted: number } {
  let current = data;
  let planted = first;
  for (const path of textPaths(data)) {
    for (const offset of HOSTILE_WORDS.keys()) {
      // Numbered, because names must differ.
      const candidate = replaced(
        current,
        path,
        `${HOSTILE_WORDS[(planted + offset) % HOSTILE_WORDS.length]}${planted}`,
      );
      if (!isValid(candidate)) continue;
      current = candidate;
      planted += 1;
      break;
    }
  }
  return { data: current, planted };
}

type Path = readonly (string | number)[];

/** Paths of all texts in a document. */
function textPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string')
    return path.some((part) => typeof part === 'string' && STRUCTURE.test(part)) ? [] : [path];
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => textPaths(inner, [...path, key]));
}

function replaced(value: unknown, path: Path, word: string): Data {
  const change = (current: unknown, [key, ...rest]: Path): unknown => {
    if (key === undefined) return word;
    if (Array.isArray(current))
      return current.map((item: unknown, index) => (index === key ? change(item, rest) : item));
    return { ...Object(current), [key]: change(Reflect.get(Object(current), key), rest) };
  };
  // The value is a document's data, a map, and only its content is replaced.
  return change(value, path) as Data;
}
