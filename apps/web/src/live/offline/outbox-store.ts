import { isMemberCached } from './kept-member.ts';
import { type OfflineDatabase, settled } from './offline-database.ts';
import { problem, type Problem } from '@yamori/domain';
import { z } from 'zod';

/**
 * Describes a command in the list of waiting commands: a text key and the names that it inserts.
 */
export type CommandAbout = {
  /** A key below `offline.commands` of the texts. */
  readonly what: string;
  /** The name of the target, such as a room's. */
  readonly name: string;
  /**
   * The path of the target, such as `room/{id}`, so that its own screen can show the waiting
   * command.
   */
  readonly target: string;
};

type CommandState =
  | { readonly kind: 'waiting' }
  /** The server rejected it; it stays until a user has read the reason. */
  | { readonly kind: 'refused'; readonly problem: Problem };

/** A request to the server, stored until it is answered. */
export type Command = {
  /** Position in the queue: commands are sent in the order of their creation. */
  readonly order: number;
  /** A UUID, under which the server runs it once (`Idempotency-Key`). */
  readonly id: string;
  readonly path: string;
  /** JSON as text, or the bytes of a file. */
  readonly body: string | Blob;
  readonly about: CommandAbout;
  readonly askedAtMs: number;
  /** Number of internal server errors so far. */
  readonly failures: number;
  readonly state: CommandState;
};

const record = z.object({
  order: z.int(),
  id: z.uuid(),
  path: z.string().startsWith('/api/'),
  body: z.union([z.string(), z.instanceof(Blob)]),
  about: z.object({ what: z.string(), name: z.string(), target: z.string() }),
  askedAtMs: z.number(),
  failures: z.int(),
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('waiting') }),
    z.object({ kind: z.literal('refused'), problem }),
  ]),
});

/** Null if another version of the product wrote the record. */
function readCommand(value: unknown): Command | null {
  const parsed = record.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** Maximum queued commands of an offline member; the next one is rejected immediately. */
export const MAX_QUEUED_COMMANDS = 200;

/**
 * The commands of one member on disk. Every call reads the disk, because other tabs change it too.
 */
export type OutboxStore = {
  /** False if the queue is full or the member has signed out. */
  readonly add: (command: Omit<Command, 'order' | 'failures' | 'state'>) => Promise<boolean>;
  readonly list: () => Promise<readonly Command[]>;
  /** Does nothing to a command that another tab has already settled. */
  readonly update: (
    order: number,
    change: { readonly state?: CommandState; readonly failures?: number },
  ) => Promise<void>;
  readonly remove: (order: number) => Promise<void>;
};

export function createOutboxStore(database: OfflineDatabase, memberId: string): OutboxStore {
  return {
    add: (command) =>
      database.transaction(['member', 'commands'], 'readwrite', async (stores) => {
        if (
          !(await isMemberCached(stores('member'), memberId)) ||
          (await settled(stores('commands').count())) >= MAX_QUEUED_COMMANDS
        )
          return false;
        await settled(
          stores('commands').add({
            ...command,
            failures: 0,
            state: { kind: 'waiting' } satisfies CommandState,
          }),
        );
        return true;
      }),
    list: () =>
      database.transaction(['member', 'commands'], 'readonly', async (stores) => {
        if (!(await isMemberCached(stores('member'), memberId))) return [];
        const records: unknown[] = await settled<unknown[]>(stores('commands').getAll());
        return records.flatMap((record) => readCommand(record) ?? []);
      }),
    update: (order, change) =>
      database.transaction(['commands'], 'readwrite', async (stores) => {
        const command = readCommand(await settled<unknown>(stores('commands').get(order)));
        if (command !== null) await settled(stores('commands').put({ ...command, ...change }));
      }),
    remove: (order) =>
      database.transaction(['commands'], 'readwrite', async (stores) => {
        await settled(stores('commands').delete(order));
      }),
  };
}
