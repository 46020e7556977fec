import { type Problem, ProblemError } from '@yamori/domain';
import type { ClientLog } from '../../api/client-log.ts';
import type { LinkClock } from '../connection/connection-state.ts';
import type { SendCommand, SendOutcome } from './command-sender.ts';
import type { Command, CommandAbout, OutboxStore } from './outbox-store.ts';

type OutboxNews =
  /** The list on disk has changed. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'settled'; readonly id: string; readonly outcome: SendOutcome }
  /** The server cannot be reached: tell callers that their commands wait. */
  | { readonly kind: 'cut' };

/** Coordinates the queue between the tabs of one browser. */
type OutboxChannel = {
  /** Runs while no other tab does the same. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Sends to the other tabs. */
  readonly tell: (news: OutboxNews) => void;
  readonly listen: (listener: (news: OutboxNews) => void) => void;
  readonly close: () => void;
};

const NAME = 'yamori-outbox';

/** All tabs have one origin, so their messages are typed, not parsed. */
export function openOutboxChannel(locks: LockManager | undefined): OutboxChannel {
  const channel = new BroadcastChannel(NAME);
  let closed = false;
  return {
    // Without locks two tabs may send the same command: the server still runs it once.
    alone: async (work) => (locks === undefined ? work() : locks.request(NAME, work)),
    tell(news) {
      if (!closed) channel.postMessage(news);
    },
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<OutboxNews>) => listener(data)),
    close() {
      closed = true;
      channel.close();
    },
  };
}

/** After this the caller learns that the command is waiting. */
const PATIENCE_MS = 6000;
/** A command that another tab is just sending does not count as waiting. */
export const SEEN_WAITING_MS = 2000;
const FIRST_RETRY_MS = 3000;
const MAX_RETRY_MS = 60_000;
/** A command is given up after this many server errors, so that the others can proceed. */
const FAILURES_BORNE = 5;

export type CommandRequest = {
  readonly path: string;
  readonly body: string | Blob;
  readonly about: CommandAbout;
};
export type Delivery =
  | { readonly kind: 'sent'; readonly reply: unknown }
  | { readonly kind: 'queued' };

/**
 * The outcome of a command whose author had stopped waiting; the server's result need not equal the
 * request.
 */
type DelayedResult = { readonly command: Command; readonly reply: unknown };

type OutboxOptions = {
  readonly store: OutboxStore;
  readonly sendCommand: SendCommand;
  readonly channel: OutboxChannel;
  readonly clock: LinkClock;
  /** A UUID. */
  readonly newId: () => string;
  readonly log: ClientLog;
};

/**
 * The queue of a member's commands. Every command is on disk before it is sent, is sent in order by
 * one tab at a time, and stays until the server has answered; the server runs it once
 * (`Idempotency-Key`), however often it arrives.
 */
export class Outbox {
  readonly #parts: OutboxOptions;
  readonly #listeners = new Set<() => void>();
  readonly #lateListeners = new Set<(news: DelayedResult) => void>();
  /** Callers in this tab that wait for their answer, by command. */
  readonly #waiters = new Map<string, (outcome: SendOutcome) => void>();
  /** Commands whose callers do not have the outcome yet and will show it themselves. */
  readonly #called = new Set<string>();
  #commands: readonly Command[] = [];
  #attempts = 0;
  #cancelRetry: (() => void) | null = null;
  #sending: 'no' | 'yes' | 'once more' = 'no';
  #closed = false;

  constructor(parts: OutboxOptions) {
    this.#parts = parts;
    parts.channel.listen((news) => {
      if (news.kind === 'settled') {
        const command = this.#commands.find(({ id }) => id === news.id);
        if (command !== undefined) this.#tellLate(command, news.outcome);
        this.#waiters.get(news.id)?.(news.outcome);
      }
      if (news.kind === 'cut') this.#tellThatItWaits();
      this.#refresh();
    });
    this.#refresh();
    this.#send();
  }

  /**
   * Stores the command and sends it after those that already wait. Resolves when the server has
   * answered, or as soon as the command has to wait. Rejects with the server's refusal while the
   * caller waits, or with `limit-commands` if the queue is full.
   */
  async send(request: CommandRequest): Promise<Delivery> {
    const { store, clock, newId } = this.#parts;
    const id = newId();
    this.#called.add(id);
    // Before it is on disk: another tab that is just sending may be faster than this one.
    const outcome = this.#attempt(id);
    try {
      if (!(await store.add({ ...request, id, askedAtMs: clock.now() })))
        throw new ProblemError('limit-commands');
      this.#changed();
      this.#send();
      return await this.#delivered(id, await outcome);
    } finally {
      this.#waiters.get(id)?.({ kind: 'later', failed: false });
      this.#called.delete(id);
      this.#refresh();
    }
  }

  /**
   * Unsent commands, and those that were rejected after their callers had left. The same list until
   * it changes.
   */
  readonly commands = (): readonly Command[] => this.#commands;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reports, in every tab, commands that complete after their author stopped waiting. */
  readonly onLate = (listener: (news: DelayedResult) => void): (() => void) => {
    this.#lateListeners.add(listener);
    return () => this.#lateListeners.delete(listener);
  };

  /** Sends a rejected command again. */
  async retry({ order }: Command): Promise<void> {
    await this.#parts.store.update(order, { state: { kind: 'waiting' }, failures: 0 });
    this.#changed();
    this.#send();
  }

  async discard({ order }: Command): Promise<void> {
    await this.#parts.store.remove(order);
    this.#changed();
  }

  /** Retries: the network may be back. */
  wake(): void {
    this.#attempts = 0;
    this.#send();
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#parts.channel.close();
  }

  #attempt(id: string): Promise<SendOutcome> {
    const outcome = new Promise<SendOutcome>((resolve) => {
      const cancel = this.#parts.clock.after(PATIENCE_MS, () =>
        resolve({ kind: 'later', failed: false }),
      );
      this.#waiters.set(id, (result) => {
        cancel();
        resolve(result);
      });
    });
    return outcome.finally(() => this.#waiters.delete(id));
  }

  async #delivered(id: string, outcome: SendOutcome): Promise<Delivery> {
    switch (outcome.kind) {
      case 'sent':
        return outcome;
      case 'later':
        return { kind: 'queued' };
      case 'refused': {
        // The caller shows the refusal now, so it need not be stored.
        const command = (await this.#parts.store.list()).find((candidate) => candidate.id === id);
        if (command) await this.discard(command);
        throw new ProblemError(outcome.problem);
      }
    }
  }

  #send(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    if (this.#sending !== 'no') {
      this.#sending = 'once more';
      return;
    }
    this.#sending = 'yes';
    this.#parts.channel
      .alone(() => this.#sendInOrder())
      .catch((error: unknown) => {
        this.#parts.log.error('outbox: sending queued commands failed', { reason: String(error) });
        return 'cut' as const;
      })
      .then(
        (end) => {
          const again = this.#sending === 'once more';
          this.#sending = 'no';
          if (this.#closed) return;
          this.#refresh();
          if (end === 'cut') this.#retryLater();
          else this.#attempts = 0;
          if (end === 'empty' && again) this.#send();
        },
        () => undefined,
      );
  }

  async #sendInOrder(): Promise<'empty' | 'cut'> {
    const { store, sendCommand, channel } = this.#parts;
    for (;;) {
      const command = (await store.list()).find(({ state }) => state.kind === 'waiting');
      if (command === undefined || this.#closed) return 'empty';
      const outcome = givenUp(command, await sendCommand(command));
      if (outcome.kind === 'later') {
        if (outcome.failed) await store.update(command.order, { failures: command.failures + 1 });
        this.#tellThatItWaits();
        channel.tell({ kind: 'cut' });
        return 'cut';
      }
      await (outcome.kind === 'sent'
        ? store.remove(command.order)
        : store.update(command.order, { state: { kind: 'refused', problem: outcome.problem } }));
      this.#tellLate(command, outcome);
      this.#waiters.get(command.id)?.(outcome);
      channel.tell({ kind: 'settled', id: command.id, outcome });
    }
  }

  /** The caller reports an immediate outcome itself, in whichever tab. */
  #tellLate(command: Command, outcome: SendOutcome): void {
    const isLate =
      !this.#called.has(command.id) &&
      this.#parts.clock.now() - command.askedAtMs > SEEN_WAITING_MS;
    if (outcome.kind !== 'sent' || !isLate) return;
    for (const listener of this.#lateListeners) listener({ command, reply: outcome.reply });
  }

  #tellThatItWaits(): void {
    for (const settle of this.#waiters.values()) settle({ kind: 'later', failed: false });
  }

  #retryLater(): void {
    const { clock } = this.#parts;
    const delayMs =
      Math.min(FIRST_RETRY_MS * 2 ** this.#attempts, MAX_RETRY_MS) * (0.5 + clock.random() / 2);
    this.#attempts += 1;
    this.#cancelRetry?.();
    this.#cancelRetry = clock.after(delayMs, () => this.#send());
  }

  #changed(): void {
    this.#parts.channel.tell({ kind: 'changed' });
    this.#refresh();
  }

  /** Reads the disk: other tabs write to it as well. */
  #refresh(): void {
    this.#parts.store.list().then(
      (commands) => {
        if (this.#closed) return;
        this.#commands = commands.filter(({ id }) => !this.#called.has(id));
        for (const listener of this.#listeners) listener();
      },
      (error: unknown) => this.#parts.log.warn('outbox: read failed', { reason: String(error) }),
    );
  }
}

function givenUp(command: Command, outcome: SendOutcome): SendOutcome {
  const hopeless =
    outcome.kind === 'later' && outcome.failed && command.failures + 1 >= FAILURES_BORNE;
  const problem: Problem = { code: 'server-failed' };
  return hopeless ? { kind: 'refused', problem } : outcome;
}
