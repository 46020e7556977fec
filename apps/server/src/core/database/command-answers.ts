import { createHash } from 'node:crypto';
import { refuse } from '@yamori/domain';
import type { Database, Queries } from './database.ts';

/**
 * Something that a member asked for under a key of the browser's; asked again under that key it is
 * not done again.
 */
export type Command = {
  readonly memberId: string;
  /** A UUID. */
  readonly key: string;
  /** All that was asked for, as text. */
  readonly content: string;
};

/**
 * A browser that has been away for longer sends nothing any more
 * (apps/web/src/client/offline/outbox.ts).
 */
export const ANSWERS_KEPT_MS = 14 * 24 * 60 * 60 * 1000;

const FORGOTTEN_AT_ONCE = 20;

/**
 * Any fixed class that no other advisory lock of ours has (documents/writing/document-locks.ts).
 */
const COMMAND_CLASS = 72_643;

type Earlier = { readonly answer: unknown };

/**
 * The answer that the command got before, or null when it has not been done. Whoever asks second
 * waits for the first to commit (an advisory lock, decision 010).
 * @throws ProblemError `command-key-taken` when the key was used for another command
 */
export async function earlierAnswer(queries: Queries, command: Command): Promise<Earlier | null> {
  await queries.query({
    name: 'lock-command',
    text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
    values: [COMMAND_CLASS, `${command.memberId} ${command.key}`],
  });
  const [row] = await queries.query<{ content_hash: Buffer; answer: unknown }>({
    name: 'command-answer',
    text: 'select content_hash, answer from command_answers where member_id = $1 and command_key = $2',
    values: [command.memberId, command.key],
  });
  if (row === undefined) return null;
  if (!hashOf(command).equals(row.content_hash)) throw refuse('command-key-taken');
  return { answer: row.answer };
}

/**
 * Keeps the answer in the transaction that did the command, and forgets a few old ones, whosever
 * they are.
 */
export async function rememberAnswer(
  queries: Queries,
  command: Command,
  answer: unknown,
  at: Date,
): Promise<void> {
  await queries.query({
    name: 'remember-answer',
    text: `with old as (delete from command_answers where (member_id, command_key) in (
        select member_id, command_key from command_answers where answered_at < $6 order by answered_at limit ${FORGOTTEN_AT_ONCE} for update skip locked))
      insert into command_answers (member_id, command_key, content_hash, answer, answered_at) values ($1, $2, $3, $4, $5)`,
    values: [
      command.memberId,
      command.key,
      hashOf(command),
      JSON.stringify(answer),
      at,
      new Date(at.getTime() - ANSWERS_KEPT_MS),
    ],
  });
}

/**
 * For commands whose effect is not in the database: does one that has no answer yet, and remembers
 * it. A crash between the effect and its answer lets it happen again, so the effect has to bear
 * that. Without a command it is simply done.
 */
export type DoOnce = <Answer>(
  command: Command | null,
  work: () => Promise<Answer>,
  read: (answer: unknown) => Answer,
) => Promise<Answer>;

export const createDoOnce =
  (database: Database, now: () => Date): DoOnce =>
  (command, work, read) => {
    if (command === null) return work();
    return database.transaction(async (queries) => {
      const earlier = await earlierAnswer(queries, command);
      if (earlier !== null) return read(earlier.answer);
      const answer = await work();
      await rememberAnswer(queries, command, answer, now());
      return answer;
    });
  };

const hashOf = ({ content }: Command): Buffer => createHash('sha256').update(content).digest();
