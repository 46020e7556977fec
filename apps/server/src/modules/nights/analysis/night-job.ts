import { isDeepStrictEqual } from 'node:util';
import { deviceCollection, type NightQualityCode } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { holdJob } from '../../../core/messaging/jobs/job-store.ts';
import type { JobKind, RunningJob } from '../../../core/messaging/jobs/job-kind.ts';
import { readAwaited } from './awaited-devices.ts';
import { nightFields, type NightFields } from './night-fields.ts';
import {
  dropOrder,
  readOrder,
  settleOrder,
  type NightKey,
  type NightOrder,
} from './night-orders-store.ts';
import { NIGHT_JOB, type NightParts } from './night-parts.ts';
import { planNight, type PlannedNight, type PlannedStream } from './night-plan.ts';
import {
  dropNight,
  findNight,
  tellState,
  writeAwaited,
  writeResult,
} from './night-result-writer.ts';
import { readNightInThread } from './night-thread.ts';
import { dropVersions, readNewest } from './night-versions-store.ts';

const ATTEMPTS = 5;
const TELLING: ReadonlySet<string> = new Set<NightQualityCode>(['good', 'partial', 'poor']);
/**
 * A night that is asked for again and again while it is looked at gives its place to others in
 * between.
 */
const ROUNDS = 3;

/**
 * Looks at one night of one room. What it finds stands there whole or not at all; the same input is
 * looked at once.
 */
export function nightJobKind(parts: NightParts): JobKind {
  return {
    name: NIGHT_JOB,
    concurrency: 1,
    attempts: ATTEMPTS,
    async run(job) {
      const key = await keyOf(parts, job);
      if (key === null) return job.effect((queries) => dropOrder(queries, subjectKey(job)));
      for (let round = 0; round < ROUNDS; round += 1) {
        const order = await readOrder(parts.database, key);
        if (order === null || order.done >= order.asked) return;
        await lookAtNight(parts, job, order, key.domainId);
      }
    },
    failed: async (job, problem) => {
      const key = await keyOf(parts, job);
      if (key === null) return;
      const order = await readOrder(parts.database, key);
      const settle = async (queries: Queries): Promise<void> => {
        await holdJob(queries, job.lease);
        if (order !== null) await settleOrder(queries, order);
      };
      // Where even the plan fails there is nothing to tell, and the order must not come back every
      // minute for ever.
      const plan = await planNight(parts, key).catch((error: unknown) => {
        parts.log.error(
          { roomId: key.roomId, night: key.night, error },
          'a night that failed cannot be planned either',
        );
        return null;
      });
      if (plan === null) return parts.database.transaction(settle);
      await tellState(parts, key, plan, { state: 'failed', problem }, settle);
    },
    cancelled: async () => undefined,
  };
}

type RoomNight = NightKey & { readonly domainId: string };

function subjectKey({ subject, lease }: RunningJob): NightKey {
  const divide = subject.lastIndexOf('/');
  return {
    rootDomainId: lease.rootDomainId,
    roomId: subject.slice(0, divide),
    night: subject.slice(divide + 1),
  };
}

/** Null when the room is gone, or another organisation's by now. */
async function keyOf({ store }: NightParts, job: RunningJob): Promise<RoomNight | null> {
  const key = subjectKey(job);
  const [room] = await store.read([`room/${key.roomId}`]);
  const { domainId, rootDomainId } = room?.data ?? {};
  return typeof domainId !== 'string' || rootDomainId !== key.rootDomainId
    ? null
    : { ...key, domainId };
}

async function lookAtNight(
  parts: NightParts,
  job: RunningJob,
  order: NightOrder,
  domainId: string,
): Promise<void> {
  const plan = await planNight(parts, { ...order, domainId });
  const [seen, newest] = [await findNight(parts, order), await readNewest(parts.database, order)];
  const settle = async (queries: Parameters<typeof settleOrder>[0]): Promise<void> => {
    await holdJob(queries, job.lease);
    await settleOrder(queries, order);
  };
  const isThere = seen !== null && seen.state === 'done' && newest.version > 0 && !seen.isOthers;
  const awaited = await readAwaited(parts, plan);
  if (isThere && newest.input === plan.input)
    return isDeepStrictEqual(seen.awaited, awaited)
      ? parts.database.transaction(settle)
      : writeAwaited(parts, order, awaited, settle);
  if (plan.serials.length === 0) {
    if (seen === null || seen.isOthers) return parts.database.transaction(settle);
    if (!seen.isCorrected) {
      return dropNight(parts, order, seen, async (queries) => {
        await settle(queries);
        await dropVersions(queries, order);
      });
    }
  }
  if (!isThere && seen?.isOthers !== true)
    await tellState(parts, order, plan, { state: 'analysing', problem: null }, (queries) =>
      holdJob(queries, job.lease),
    );
  const read = await readNightInThread(
    { databaseUrl: parts.database.url, plan: threadPlan(plan) },
    job.signal,
  );
  const result = nightFields({ ...read, devices: await devicesOf(parts, plan), input: plan.input });
  // What somebody brought is not pushed aside by a sensor that saw no sleep.
  if (seen?.isOthers === true && !TELLING.has(result.quality?.code ?? ''))
    return parts.database.transaction(settle);
  const version = await writeResult(parts, order, plan, { ...result, awaited }, settle);
  parts.log.info(
    { roomId: order.roomId, night: order.night, version, quality: result.quality?.code },
    'a night was analysed',
  );
}

const threadPlan = ({ fromMs, toMs, utcOffsetMinutes, streams }: PlannedNight) => ({
  fromMs,
  toMs,
  utcOffsetMinutes,
  streams,
});

const MOST_DEVICES = 200;
const deviceFields = deviceCollection.schema.pick({ firmware: true, typeId: true }).partial();

/** Devices as they are now, with the streams that were used. */
async function devicesOf(
  { store }: NightParts,
  { serials, streams }: PlannedNight,
): Promise<NonNullable<NightFields['provenance']>['devices']> {
  const chosen = serials.slice(0, MOST_DEVICES);
  const documents = await store.read(chosen.map((serial) => `device/${serial}`));
  const used = Map.groupBy(streams, (stream: PlannedStream) => stream.serial);
  return chosen.map((serial, index) => {
    const known = deviceFields.strip().safeParse(documents[index]?.data ?? {});
    return {
      serial,
      firmware: known.data?.firmware ?? '',
      typeId: known.data?.typeId ?? '',
      streams: (used.get(serial) ?? []).map(({ streamId, signal, sampleRateHz }) => ({
        streamId,
        signal,
        sampleRateHz,
      })),
    };
  });
}
