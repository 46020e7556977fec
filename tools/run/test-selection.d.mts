export type Part = 'node' | 'web' | 'journeys';
export type Selection = {
  kind: 'all' | 'words' | 'changed';
  words: string[];
  since: string | null;
  parts: string[];
  shard: string | null;
};
export const PARTS: readonly string[];
export function parseSelection(args: string[], print?: (text: string) => void): Selection | null;
export function testsNamed(root: string, words: readonly string[]): Record<Part, string[]>;
export function testsReached(
  present: readonly string[],
  deleted?: readonly string[],
): {
  all: Set<Part>;
  related: string[];
  journeys: string[];
};
export function changedFiles(
  root: string,
  since: string | null,
): { present: string[]; deleted: string[] };
