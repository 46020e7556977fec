import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  type Command,
  CommandProblem,
  type CommandResult,
  readWords,
  type Surroundings,
} from '../command.ts';

/**
 * It works on the database of an installation, and so it is done by the server's own program
 * (apps/server/src/admin/operator.ts).
 */
const SERVER = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

const told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), share: z.number(), what: z.string() }),
  z.object({
    kind: z.literal('done'),
    value: z.unknown(),
    text: z.string(),
    isRefused: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('refused'),
    code: z.string(),
    place: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('fault'), message: z.string() }),
]);

const operation = (name: string, folderName: string | null, summary: string): Command => ({
  name,
  summary,
  usage: folderName === null ? '[--json]' : `${folderName} [--json]`,
  run: async (words, surroundings) => {
    const { positionals } = readWords(words, {});
    const [folder] = positionals;
    if (positionals.length !== (folderName === null ? 0 : 1))
      throw new CommandProblem(
        'usage-wrong',
        folderName === null ? `${name} takes no words` : `${folderName}, one folder, is needed`,
      );
    return operate(
      [name, ...(folder === undefined ? [] : [resolve(surroundings.folder, folder)])],
      surroundings,
    );
  },
});

export const backup = operation(
  'backup',
  'TO',
  'writes all data of an installation into a new folder, while its server works',
);
export const restore = operation(
  'restore',
  'FROM',
  'checks a backup and makes the database of an empty installation from it',
);
export const verifyHistory = operation(
  'verify-history',
  null,
  'checks that no entry of the update history was changed or taken out',
);
export const migrate = operation(
  'migrate',
  null,
  'brings the database to the newest schema; a server does so when it starts',
);

function operate(
  words: readonly string[],
  { environment, progress }: Surroundings,
): Promise<CommandResult> {
  const { promise, resolve: end, reject } = Promise.withResolvers<CommandResult>();
  const child = fork(SERVER, [...words], {
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', (message) => {
    const said = told.parse(message);
    if (said.kind === 'progress') progress(said.share, said.what);
    else if (said.kind === 'done')
      end({
        value: said.value,
        text: said.text,
        ...(said.isRefused === undefined ? {} : { isRefused: said.isRefused }),
      });
    else if (said.kind === 'refused')
      reject(new CommandProblem(said.code, wordsOf(said.details), said.place));
    else reject(new Error(said.message));
  });
  child.once('error', reject);
  child.once('exit', (code, signal) =>
    reject(new Error(`the operation ended without a word (${signal ?? code})`)),
  );
  return promise;
}

const wordsOf = ({ advice, ...details }: Readonly<Record<string, unknown>>): string =>
  [
    ...Object.entries(details).map(([name, value]) => `${name} ${String(value)}`),
    ...(typeof advice === 'string' ? [advice] : []),
  ].join('; ');
