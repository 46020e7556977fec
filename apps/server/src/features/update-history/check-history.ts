import type { ChainReport } from '@yamori/domain';
import type { Database } from '../../database/database.ts';
import { checkChains } from './chain-check.ts';

/** What stands on the terminal after `yamori verify-history`, and whether every chain holds. */
export async function checkHistory(
  database: Database,
): Promise<{
  readonly words: string;
  readonly holds: boolean;
  readonly chains: readonly ChainReport[];
}> {
  const chains = await checkChains(database);
  const lines = chains.flatMap(linesOf);
  const faults = chains.reduce((sum, { faultCount }) => sum + faultCount, 0);
  return {
    words: [
      ...lines,
      faults === 0
        ? `The update history holds: ${chains.length} chains.`
        : `The update history does NOT hold: ${faults} faults.`,
    ].join('\n'),
    holds: faults === 0,
    chains,
  };
}

const linesOf = ({
  rootDomainId,
  entries,
  redacted,
  head,
  faults,
  faultCount,
}: ChainReport): string[] => [
  `${rootDomainId}: ${entries} entries, ${redacted} redacted, head ${head === '' ? '-' : head}`,
  ...faults.map(({ kind, path, at }) => `  ${kind} ${path ?? ''} ${at ?? ''}`.trimEnd()),
  ...(faultCount > faults.length ? [`  and ${faultCount - faults.length} more`] : []),
];
