import type { ChainReport } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import { verifyChains } from './verify-chains.ts';
import { findLostHeads, type ExportedHeads, type LostHead } from './head-export.ts';

/**
 * The output of `yamori verify-history`, and whether every chain holds. `exported`: earlier exports
 * of the heads; each head must still be in its chain.
 */
export async function checkHistory(
  database: Database,
  exported: readonly ExportedHeads[] = [],
): Promise<{
  readonly words: string;
  readonly holds: boolean;
  readonly chains: readonly ChainReport[];
  readonly lostHeads: readonly LostHead[];
}> {
  const chains = await verifyChains(database);
  const lostHeads = await findLostHeads(database, exported);
  const faults = chains.reduce((sum, { faultCount }) => sum + faultCount, 0) + lostHeads.length;
  return {
    words: [
      ...chains.flatMap(toLines),
      ...lostHeads.map(toLostHeadLine),
      exported.length === 0
        ? 'No exported heads were compared: a history rewritten with matching hashes looks right (YAMORI_HISTORY_HEADS).'
        : `${exported.length} exports compared, the newest of ${exported.at(-1)?.at}`,
      toRedactionLine(chains),
      faults === 0
        ? `The update history holds${exported.length === 0 ? ' in itself' : ''}: ${chains.length} chains.`
        : `The update history does NOT hold: ${faults} faults.`,
    ].join('\n'),
    holds: faults === 0,
    chains,
    lostHeads,
  };
}

function toRedactionLine(chains: readonly ChainReport[]): string {
  const redacted = chains.reduce((sum, chain) => sum + chain.redacted, 0);
  const unproven = chains.reduce((sum, chain) => sum + chain.unprovenRedacted, 0);
  return `Redacted entries: ${redacted}. For ${unproven} of them, written by older versions, nothing proves member, time, address and organisation: compare with the numbers noted after the last update.`;
}

const toLostHeadLine = ({ rootDomainId, exportedAt, hash, path, at }: LostHead): string =>
  `${rootDomainId}: head ${hash}, exported at ${exportedAt}, is no longer in the chain; ${
    path === null
      ? 'all entries after the export before it are missing'
      : `the first wrong entry is ${path} ${at ?? ''}`.trimEnd()
  }`;

const toLines = ({
  rootDomainId,
  entries,
  redacted,
  unprovenRedacted,
  head,
  faults,
  faultCount,
}: ChainReport): string[] => [
  `${rootDomainId}: ${entries} entries, ${redacted} redacted (${unprovenRedacted} unproven), head ${head === '' ? '-' : head}`,
  ...faults.map(({ kind, path, at }) => `  ${kind} ${path ?? ''} ${at ?? ''}`.trimEnd()),
  ...(faultCount > faults.length ? [`  and ${faultCount - faults.length} more`] : []),
];
