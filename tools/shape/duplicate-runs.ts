import type { SourceFacts } from './source-facts.ts';

export const MIN_RUN_LINES = 12;

type Line = { readonly text: string; readonly number: number };
type Place = { readonly path: string; readonly lines: readonly Line[]; readonly at: number };

/**
 * Runs of at least 12 equal lines of code in two places. Compares lines without their indentation;
 * skips comments, empty lines, imports and re-exports.
 */
export function findDuplicateRuns(
  files: readonly Pick<SourceFacts, 'path' | 'code' | 'importLines'>[],
): string[] {
  const seen = new Map<string, Place>();
  return files.flatMap((file) => {
    const lines = getComparedLines(file);
    const runs: string[] = [];
    let at = 0;
    while (at + MIN_RUN_LINES <= lines.length) {
      const key = getWindow(lines, at);
      const earlier = seen.get(key);
      const here: Place = { path: file.path, lines, at };
      if (earlier === undefined) seen.set(key, here);
      const length = earlier === undefined ? 0 : countEqualLines(earlier, here);
      const isRun = length >= MIN_RUN_LINES;
      if (earlier !== undefined && isRun) {
        runs.push(`${toPlace(here)} repeats ${toPlace(earlier)} (${length} lines)`);
      }
      at += isRun ? length : 1;
    }
    return runs;
  });
}

function getComparedLines({
  code,
  importLines,
}: Pick<SourceFacts, 'code' | 'importLines'>): Line[] {
  return code
    .split('\n')
    .map((text, index) => ({ text: text.trim(), number: index + 1 }))
    .filter(({ text, number }) => text !== '' && !importLines.has(number));
}

const getWindow = (lines: readonly Line[], at: number): string =>
  lines
    .slice(at, at + MIN_RUN_LINES)
    .map(({ text }) => text)
    .join('\n');

/** A run does not overlap the lines that it repeats. */
function countEqualLines(earlier: Place, later: Place): number {
  const end = earlier.path === later.path ? later.at - earlier.at : Number.POSITIVE_INFINITY;
  let count = 0;
  while (count < end && isSameLine(earlier, later, count)) count++;
  return count;
}

function isSameLine(earlier: Place, later: Place, offset: number): boolean {
  const line = later.lines[later.at + offset];
  return line !== undefined && line.text === earlier.lines[earlier.at + offset]?.text;
}

const toPlace = ({ path, lines, at }: Place): string => `${path}:${lines[at]?.number ?? 1}`;
