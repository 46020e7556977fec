import type { ConformanceCase } from './case-file.ts';

/** Why a case is excluded, or null. Excluded cases never count as passed. */
export function findExclusion({ listen }: ConformanceCase): string | null {
  const isForeign = listen?.responses.some(
    ({ targetChange }) =>
      targetChange?.targetChangeType === 'REMOVE' ||
      targetChange?.targetIds?.some((id) => id !== 1) === true,
  );
  return isForeign === true
    ? "about acknowledgements in the hosted database's watch protocol; ours has none"
    : null;
}
