import {
  type HistoryClient,
  type HistoryEntry,
  createHistoryClient,
} from '../../api/history-client.ts';
import { namesParameters, parameterReference, pathsOf } from './history-references.ts';
import { useMemo } from 'react';
import { useHttp } from '../../api/http-context.ts';
import { isTimeZone } from '@yamori/domain';
import { useOrganisations } from '../../shared/organisations/use-organisations.ts';

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

export function useHistoryClient(): HistoryClient {
  const http = useHttp();
  return useMemo(() => createHistoryClient(http), [http]);
}

/**
 * The time zone for days and times: the organisation's own; for several organisations, the
 * reader's.
 */
export function useHistoryZone(domainId: string | null): string {
  const zone = useOrganisations().find(
    ({ documentReferenceId }) => documentReferenceId === domainId,
  )?.timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : readersZone();
}

export const readersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
