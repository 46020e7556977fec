import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  type Command,
  CommandProblem,
  type CommandResult,
  parseArguments,
  type CommandContext,
} from '../command.ts';

/**
 * These commands work on the database of an installation, so the server's program runs them
 * (apps/server/src/admin/operator.ts).
 */
const SERVER = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

const operationMessage = z.discriminatedUnion('kind', [
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
  run: async (args, context) => {
    const { positionals } = parseArguments(args, {});
    const [folder] = positionals;
    if (positionals.length !== (folderName === null ? 0 : 1))
      throw new CommandProblem(
        'usage-wrong',
        folderName === null
          ? `${name} takes no arguments`
          : `exactly one folder is required: ${folderName}`,
      );
    return runOperation(
      [name, ...(folder === undefined ? [] : [resolve(context.folder, folder)])],
      context,
    );
  },
});

export const backup = operation(
  'backup',
  'TO',
  'backs up all data of an installation to a new folder while its server runs',
);
export const restore = operation(
  'restore',
  'FROM',
  'verifies a backup and restores it into an empty installation',
);
export const verifyHistory = operation(
  'verify-history',
  null,
  'verifies that no entry of the update history was changed or removed',
);
export const migrate = operation(
  'migrate',
  null,
  'migrates the database to the latest schema; a server does so on start',
);

function runOperation(
  args: readonly string[],
  { environment, progress }: CommandContext,
): Promise<CommandResult> {
  const { promise, resolve: end, reject } = Promise.withResolvers<CommandResult>();
  const child = fork(SERVER, [...args], {
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', (message) => {
    const reply = operationMessage.parse(message);
    if (reply.kind === 'progress') progress(reply.share, reply.what);
    else if (reply.kind === 'done')
      end({
        value: reply.value,
        text: reply.text,
        ...(reply.isRefused === undefined ? {} : { isRefused: reply.isRefused }),
      });
    else if (reply.kind === 'refused')
      reject(new CommandProblem(reply.code, formatDetails(reply.details), reply.place));
    else reject(new Error(reply.message));
  });
  child.once('error', reject);
  child.once('exit', (code, signal) =>
    reject(new Error(`the operation exited without a result (${signal ?? code})`)),
  );
  return promise;
}

const formatDetails = ({ advice, ...details }: Readonly<Record<string, unknown>>): string =>
  [
    ...Object.entries(details).map(([name, value]) => `${name} ${String(value)}`),
    ...(typeof advice === 'string' ? [advice] : []),
  ].join('; ');
