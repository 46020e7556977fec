import type { Commit } from './commit-history.ts';

const MAX_SUBJECT_LENGTH = 72;
const TYPES = [
  'feat',
  'fix',
  'perf',
  'refactor',
  'docs',
  'test',
  'style',
  'build',
  'ci',
  'chore',
  'revert',
];
/** The subjects that `git revert` writes, which quote another subject. */
const GIT_REVERT = /^(?:Revert|Reapply) ".+"$/;
/** Types that change what a user gets. */
const CHANGING_TYPES = new Set(['feat', 'fix', 'perf']);

/** Returns a sentence for each problem of a subject. */
export function checkSubject(subject: string): string[] {
  if (GIT_REVERT.test(subject)) return [];
  const problems: string[] = [];
  const length = [...new Intl.Segmenter().segment(subject)].length;
  if (length > MAX_SUBJECT_LENGTH) {
    problems.push(`It has ${length} characters; at most ${MAX_SUBJECT_LENGTH} are allowed.`);
  }
  const type = getType(subject);
  if (type === null) {
    problems.push('Write it as "type(area): what" or "type: what".');
  } else if (!TYPES.includes(type)) {
    problems.push(`Its type "${type}" is unknown; use one of ${TYPES.join(', ')}.`);
  }
  if (subject.endsWith('.')) problems.push('Remove the full stop at its end.');
  return problems;
}

function getType(subject: string): string | null {
  return /^([a-z]+)(?:\([^()\s][^()]*\))?!?: \S/.exec(subject)?.[1] ?? null;
}

/** Returns the commits that change behaviour if none of the commits changes CHANGELOG.md. */
export function findUnlistedChanges(commits: readonly Commit[]): Commit[] {
  if (commits.some(({ paths }) => paths?.includes('CHANGELOG.md'))) return [];
  return commits.filter(
    ({ subject, paths }) =>
      CHANGING_TYPES.has(getType(subject) ?? '') && paths?.some(isProductSource),
  );
}

const isProductSource = (path: string): boolean =>
  /^(?:(?:apps|packages|deploy|tools\/run)\/|Dockerfile$|compose[^/]*\.yaml$)/.test(path) &&
  !/\.test\.tsx?$|\/testing\/|\.md$/.test(path);
