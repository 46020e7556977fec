import { WFDB_ANNOTATORS } from '../detect-format.ts';
import { parseWfdbHeader } from './wfdb-header.ts';

/** The available files of one WFDB record. */
export type WfdbRecordFiles = {
  readonly recordName: string;
  /** Null if the record's header is missing. */
  readonly header: string | null;
  /** Including the header, sorted by name. */
  readonly members: readonly string[];
  /** The first missing files of the record. */
  readonly missing: readonly string[];
};

const MAX_MISSING = 20;
const getExtension = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const getStem = (name: string): string => name.replace(/\.[^.]*$/, '');
const isAnnotator = (name: string): boolean =>
  WFDB_ANNOTATORS.some((annotator) => annotator === getExtension(name));

/** Extensions of files that belong to a record. */
export const WFDB_PART_ENDINGS: readonly string[] = ['hea', 'dat', ...WFDB_ANNOTATORS];
export const isWfdbPart = (name: string): boolean => WFDB_PART_ENDINGS.includes(getExtension(name));

/**
 * Groups plain file names into records by the references in their headers: signal files, segments
 * with theirs, and annotations of the same name. Other files are left over.
 *
 * @param headerText reads an existing header
 */
export function groupWfdbFiles(
  names: readonly string[],
  headerText: (name: string) => string,
): { readonly records: readonly WfdbRecordFiles[]; readonly others: readonly string[] } {
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  const findName = (name: string): string | null => byName.get(name.toLowerCase()) ?? null;
  const headers = new Map(
    names
      .filter((name) => getExtension(name) === 'hea')
      .map((name) => [name, parseReferences(headerText(name))]),
  );
  const segments = new Set(
    [...headers.values()].flatMap((needed) => needed.headers.map((name) => findName(name))),
  );
  const masters = [...headers.keys()].filter((name) => !segments.has(name));
  const records = masters.map((header): WfdbRecordFiles => {
    const members = new Set([header]);
    const missing = new Set<string>();
    const take = (name: string): string | null => {
      const found = findName(name);
      if (found === null) missing.add(name);
      else members.add(found);
      return found;
    };
    const needed = headers.get(header);
    for (const name of needed?.signals ?? []) take(name);
    for (const name of needed?.headers ?? [])
      for (const signal of headers.get(take(name) ?? '')?.signals ?? []) take(signal);
    for (const name of names)
      if (isAnnotator(name) && getStem(name) === getStem(header)) members.add(name);
    return {
      recordName: getStem(header),
      header,
      members: [...members].toSorted(),
      missing: [...missing].slice(0, MAX_MISSING),
    };
  });
  const taken = new Set(records.flatMap(({ members }) => members));
  const left = names.filter((name) => !taken.has(name));
  const orphans = Map.groupBy(
    left.filter((name) => isWfdbPart(name)),
    getStem,
  );
  return {
    records: [
      ...records,
      ...[...orphans].map(([recordName, members]): WfdbRecordFiles => ({
        recordName,
        header: null,
        members: members.toSorted(),
        missing: [`${recordName}.hea`],
      })),
    ],
    others: left.filter((name) => !isWfdbPart(name)),
  };
}

function parseReferences(text: string): {
  readonly signals: readonly string[];
  readonly headers: readonly string[];
} {
  const parsed = parseWfdbHeader(text);
  if (parsed.kind === 'refused') return { signals: [], headers: [] };
  const { signals, segments } = parsed.header;
  return {
    signals: [...new Set(signals.map(({ fileName }) => fileName))].filter((name) => name !== '~'),
    headers: [...new Set((segments ?? []).map(({ recordName }) => recordName))]
      .filter((name) => name !== '~')
      .map((name) => `${name}.hea`),
  };
}
