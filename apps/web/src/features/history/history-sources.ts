import type { HistoryClient, HistoryEntry } from '../../api/history-client.ts';
import { namesParameters, parameterReference, pathsOf } from './history-references.ts';

/**
 * Names of all documents that entries refer to, by path; deleted or inaccessible ones have none.
 */
export async function namesOf(
  client: HistoryClient,
  entries: readonly HistoryEntry[],
): Promise<ReadonlyMap<string, string>> {
  const paths = pathsOf(entries);
  const [names, parameters] = await Promise.all([
    paths.length === 0 ? new Map<string, string>() : client.names(paths),
    namesParameters(entries) ? client.parameterNames() : new Map<string, string>(),
  ]);
  return new Map([
    ...names,
    ...[...parameters].map(([key, name]) => [parameterReference(key), name] as const),
  ]);
}
