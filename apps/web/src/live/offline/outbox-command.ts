import { problem, type Problem } from '@yamori/domain';
import { z } from 'zod';

/**
 * What a command is about, for the list of what waits: a word of the text, and the names that it is
 * put together with.
 */
export type CommandAbout = {
  /** A key below `offline.commands` of the text. */
  readonly what: string;
  /** What people call the thing that it is done to, such as a room's name. */
  readonly name: string;
  /** The thing itself, such as `room/{id}`, so that its own screen can say that something waits. */
  readonly target: string;
};

export type CommandState =
  | { readonly kind: 'waiting' }
  /** The server will not have it; it stays until somebody has read why. */
  | { readonly kind: 'refused'; readonly problem: Problem };

/** Something to be done on the server, kept until it has answered. */
export type Command = {
  /** Place in the queue: they are sent in the order in which they were asked for. */
  readonly order: number;
  /** A UUID, under which the server does it once (`Idempotency-Key`). */
  readonly id: string;
  readonly path: string;
  /** JSON as text, or the bytes of a file. */
  readonly body: string | Blob;
  readonly about: CommandAbout;
  readonly askedAtMs: number;
  /** How often the server has failed over it. */
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

/** Null for what another version of the product has kept. */
export function readCommand(value: unknown): Command | null {
  const parsed = record.safeParse(value);
  return parsed.success ? parsed.data : null;
}
