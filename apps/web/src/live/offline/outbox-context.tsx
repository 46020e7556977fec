import { ProblemError } from '@yamori/domain';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { createCommandSender } from './command-sender.ts';
import type { Command } from './outbox-store.ts';
import type { CommandRequest, Delivery, Outbox } from './outbox.ts';

/** Null without offline storage: then a command is sent immediately or fails. */
export const OutboxContext = createContext<Outbox | null>(null);

export const useOutbox = (): Outbox | null => useContext(OutboxContext);

/** Unsent commands, and commands that were rejected after their author had left. */
export function useCommands(): readonly Command[] {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox?.subscribe ?? nothingToHear, outbox?.commands ?? noCommands);
}

/**
 * Sends a command that must survive a lost network. Rejects with a ProblemError if the server
 * refuses it while the caller waits.
 */
export function useSendCommand(): (request: CommandRequest) => Promise<Delivery> {
  const outbox = useOutbox();
  return useCallback(
    (request) => (outbox === null ? sendNow(request) : outbox.send(request)),
    [outbox],
  );
}

async function sendNow(request: CommandRequest): Promise<Delivery> {
  const outcome = await createCommandSender((url, init) => fetch(url, init))({
    ...request,
    id: crypto.randomUUID(),
  });
  if (outcome.kind === 'later')
    throw new ProblemError(outcome.failed ? 'server-failed' : 'network-unreachable');
  if (outcome.kind === 'refused') throw new ProblemError(outcome.problem);
  return outcome;
}

const nothingToHear = () => () => undefined;
const NONE: readonly Command[] = [];
const noCommands = (): readonly Command[] => NONE;
