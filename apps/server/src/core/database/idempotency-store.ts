import { createHash } from 'node:crypto';
import { ProblemError } from '@yamori/domain';
import type { Queries } from './database.ts';

/**
 * A request with an idempotency key. When the same request comes again with the same key, the
 * server returns the first response and does nothing.
 */
export type Command = {
  readonly memberId: string;
  /** A UUID. */
  readonly key: string;
  /** The whole request as text. */
  readonly content: string;
};

/** Browsers discard unsent requests before this age (apps/web/src/live/offline/outbox.ts). */
export const RESPONSE_RETENTION_MS = 14 * 24 * 60 * 60 * 1000;

const PURGE_BATCH = 20;

/** Advisory lock class; documents/writing/document-locks.ts uses others. */
const COMMAND_CLASS = 72_643;

type Earlier = { readonly answer: unknown };

/**
 * Returns the stored response, or null for a new command. A concurrent repeat waits until the first
 * commits (advisory lock, decision 062).
 */
export async function findResponse(queries: Queries, command: Command): Promise<Earlier | null> {
  await queries.query({
    name: 'lock_command',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [COMMAND_CLASS, `${command.memberId} ${command.key}`],
  });
  const [row] = await queries.query<{ content_hash: Buffer; answer: unknown }>({
    name: 'find_command_answer',
    text: 'select content_hash, answer from command_answers where member_id = $1 and command_key = $2',
    values: [command.memberId, command.key],
  });
  if (row === undefined) return null;
  if (!hashContent(command).equals(row.content_hash)) throw new ProblemError('command-key-taken');
  return { answer: row.answer };
}

/** Stores the response in the command's own transaction and deletes a few expired ones. */
export async function saveResponse(
  queries: Queries,
  command: Command,
  answer: unknown,
  at: Date,
): Promise<void> {
  await queries.query({
    name: 'insert_command_answer',
    text: `with old as (delete from command_answers where (member_id, command_key) in (
        select member_id, command_key from command_answers where answered_at < $6 order by answered_at limit ${PURGE_BATCH} for update skip locked))
      insert into command_answers (member_id, command_key, content_hash, answer, answered_at) values ($1, $2, $3, $4, $5)`,
    values: [
      command.memberId,
      command.key,
      hashContent(command),
      JSON.stringify(answer),
      at,
      new Date(at.getTime() - RESPONSE_RETENTION_MS),
    ],
  });
}

const hashContent = ({ content }: Command): Buffer => createHash('sha256').update(content).digest();
