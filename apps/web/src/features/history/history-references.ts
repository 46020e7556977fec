import { ACCIDENT_PREFIX } from '@yamori/domain';
import type { HistoryApi, HistoryEntry } from './api.ts';
import { splitChange } from './split-change.ts';

type Referred = 'room' | 'domain' | 'staff' | 'view' | 'deviceType';

/** Fields whose values are document ids, in any collection. */
const REFERENCES: Readonly<Record<string, Referred>> = {
  roomId: 'room',
  domainId: 'domain',
  rootDomainId: 'domain',
  parentDomainId: 'domain',
  ancestorIds: 'domain',
  domainIds: 'domain',
  fromDomainId: 'domain',
  toDomainId: 'domain',
  customerId: 'domain',
  borrowedBy: 'domain',
  userId: 'staff',
  userIds: 'staff',
  actorId: 'staff',
  sharedWith: 'staff',
  writtenBy: 'staff',
  uploadedBy: 'staff',
  editedBy: 'staff',
  by: 'staff',
  viewId: 'view',
  defaultViewId: 'view',
  typeId: 'deviceType',
};

/** The path of the document whose id is the value; null if it is not an id. */
export function toReference(field: string, value: unknown): string | null {
  const collection = REFERENCES[field];
  return collection === undefined ||
    typeof value !== 'string' ||
    value === '' ||
    value.includes('/')
    ? null
    : `${collection}/${value}`;
}

/** The document of a parameter without an alarm rule, which holds its name. */
export const parameterReference = (key: string): string => `parameterKey/${key}`;

/** All documents that entries refer to: authors, targets, and values. */
function collectPaths(entries: readonly HistoryEntry[]): readonly string[] {
  const paths = entries.flatMap(({ actorId, domainId, path, changes }) => [
    ...(actorId === '' ? [] : [`staff/${actorId}`]),
    ...(domainId === undefined ? [] : [`domain/${domainId}`]),
    ...(path.includes('/') ? [path.split('/').slice(0, 2).join('/')] : []),
    ...changes
      .flatMap(({ field, before, after }) => splitChange(field, before, after))
      .flatMap(({ steps, before, after }) => {
        const field = lastName(steps);
        return [before, after].flat().flatMap((value) => toReference(field, value) ?? []);
      }),
  ]);
  return [...new Set(paths)];
}

/** Whether entries contain parameters whose names must be loaded. */
const namesParameters = (entries: readonly HistoryEntry[]): boolean =>
  entries.some(({ changes }) =>
    changes.some(
      ({ field, before, after }) =>
        field === 'parameterOverrides' &&
        splitChange(field, before, after).some(
          ({ steps }) => steps.length > 1 && !String(steps[1]).startsWith(ACCIDENT_PREFIX),
        ),
    ),
  );

/** `userIds` of `escalation, 1, userIds`. */
export const lastName = (steps: readonly (string | number)[]): string =>
  String(steps.findLast((step) => typeof step === 'string') ?? '');

/**
 * Names of all documents that entries refer to, by path; deleted or inaccessible ones have none.
 */
export async function readNames(
  api: HistoryApi,
  entries: readonly HistoryEntry[],
): Promise<ReadonlyMap<string, string>> {
  const paths = collectPaths(entries);
  const [names, parameters] = await Promise.all([
    paths.length === 0 ? new Map<string, string>() : api.names(paths),
    namesParameters(entries) ? api.parameterNames() : new Map<string, string>(),
  ]);
  return new Map([
    ...names,
    ...[...parameters].map(([key, name]) => [parameterReference(key), name] as const),
  ]);
}
