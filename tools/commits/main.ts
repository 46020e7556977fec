import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSubject, findUnlistedChanges } from './check-commits.ts';
import { readHistory, type Commit } from './commit-history.ts';

/**
 * Checks the commits after --from, or after the one in base.txt: older subjects do not follow the
 * form. With --pull-request a missing line in CHANGELOG.md is an error, otherwise a note.
 */
const { values: options } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: 'HEAD' },
    'pull-request': { type: 'boolean', default: false },
  },
});

const base = readFileSync(join(import.meta.dirname, 'base.txt'), 'utf8').trim();
const after = options.from === undefined ? [base] : [base, options.from];
const { commits, gaps } = readHistory(process.cwd(), { after, to: options.to });
const format = ({ id, subject }: Commit): string => `${id.slice(0, 8)} ${subject}`;

for (const gap of gaps) console.log(`note   ${gap}`);

let errors = 0;
for (const commit of commits) {
  const problems = checkSubject(commit.subject);
  errors += problems.length;
  if (problems.length > 0) console.log(`error  ${format(commit)}`);
  for (const problem of problems) console.log(`       ${problem}`);
}

const unlisted = findUnlistedChanges(commits);
if (unlisted.length > 0) {
  if (options['pull-request']) errors += 1;
  console.log(
    `${options['pull-request'] ? 'error ' : 'note  '} CHANGELOG.md does not change with these commits. Add a line for users under "Unreleased": what they can do now, or what no longer fails.`,
  );
  for (const commit of unlisted) console.log(`       ${format(commit)}`);
}

console.log(
  errors === 0
    ? `commits: ${commits.length} checked, all in order`
    : `commits: ${errors} errors in ${commits.length} commits`,
);
process.exitCode = errors === 0 ? 0 : 1;
