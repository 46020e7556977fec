import { ProblemError, type TellingWay } from '@yamori/domain';
import { z } from 'zod';
import type { Queries } from '../../core/database/database.ts';
import type { Jobs } from '../../core/messaging/jobs/jobs.ts';

/**
 * What somebody is to be told of an accident; `forgotten`: who went there never said what became of
 * it; `acknowledged`, `over`, `resolved`: replaces quietly what devices show; `tested`: to whoever
 * asked for it. Whoever delivers reads the accident anew: by then somebody may be on the way.
 */
const alarmNotice = z.strictObject({
  what: z.enum([
    'raised',
    'toldAgain',
    'escalated',
    'forgotten',
    'withdrawn',
    'acknowledged',
    'over',
    'resolved',
    'tested',
  ]),
  roomId: z.string(),
  accidentId: z.string(),
  /** Which group of the organisation is told, from 0; the groups before it have been. */
  step: z.int().min(0),
  userIds: z.array(z.string()),
  at: z.iso.datetime(),
});
export type AlarmNotice = z.infer<typeof alarmNotice>;

/** `userIds` null: the organisation has made no groups. */
type NoticeToDeliver = Omit<AlarmNotice, 'userIds'> & {
  readonly userIds: readonly string[] | null;
};

/** Somebody whom a notice reaches, and how. */
export type ReachedPerson = {
  readonly userId: string;
  readonly name: string;
  readonly ways: readonly TellingWay[];
};

/**
 * Delivers a notice by whatever ways there are. Called once a notice, and once more only when a
 * server died in the middle of it; what it throws is tried again. Gives whom it goes to; null where
 * nobody is to be told: it is over, or there is no way at all.
 */
export type DeliverNotice = (
  notice: NoticeToDeliver,
  signal: AbortSignal,
) => Promise<readonly ReachedPerson[] | null>;

export type AlarmNotices = {
  /** Within the transaction of what it tells of: it is told exactly when that has been stored. */
  readonly order: (queries: Queries, rootDomainId: string, notice: AlarmNotice) => Promise<void>;
  /** After the transaction. */
  readonly wake: () => void;
};

const JOB = 'alarmNotice';
/** A notice that could not be told for so many tries (over about half an hour) is given up. */
const ATTEMPTS = 10;

/**
 * The outbox of notices, as jobs of the Bus (decision 022): rows that outlive every server, taken
 * by any of them under a lease.
 */
export function openAlarmNotices({
  jobs,
  deliver,
}: {
  readonly jobs: Jobs;
  readonly deliver: (notice: AlarmNotice, signal: AbortSignal) => Promise<void>;
}): AlarmNotices {
  jobs.handle({
    name: JOB,
    concurrency: 4,
    attempts: ATTEMPTS,
    run: async ({ parameters, signal }) => {
      const parsed = alarmNotice.safeParse(parameters);
      // Of another version of ours, and not readable any more: trying again would not help.
      if (!parsed.success) throw new ProblemError({ code: 'job-failed' });
      await deliver(parsed.data, signal);
    },
    failed: async () => undefined,
    cancelled: async () => undefined,
  });
  return {
    async order(queries, rootDomainId, notice) {
      // The moment tells one telling from the next; the same one asked for twice is one.
      await jobs.add(queries, {
        rootDomainId,
        kind: JOB,
        subject: `${notice.roomId}/${notice.accidentId}/${notice.what}/${notice.step}/${notice.at}`,
        parameters: notice,
      });
    },
    wake: () => jobs.wake(JOB),
  };
}
