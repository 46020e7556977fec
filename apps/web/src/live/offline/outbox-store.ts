import { isStillKept } from './kept-member.ts';
import { settled, type OfflineDatabase } from './offline-database.ts';
import { readCommand, type Command, type CommandState } from './outbox-command.ts';

/** Maximum queued commands of an offline member; the next one is rejected immediately. */
export const COMMANDS_KEPT = 200;

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
          !(await isStillKept(stores('member'), memberId)) ||
          (await settled(stores('commands').count())) >= COMMANDS_KEPT
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
        if (!(await isStillKept(stores('member'), memberId))) return [];
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
