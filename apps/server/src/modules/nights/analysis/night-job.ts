import { isDeepStrictEqual } from 'node:util';
import { deviceCollection, type NightQualityCode } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { holdJob } from '../../../core/messaging/jobs/job-store.ts';
import type { JobKind, RunningJob } from '../../../core/messaging/jobs/job-kind.ts';
import { readAwaited } from './awaited-devices.ts';
import { nightFields, type NightFields } from './night-fields.ts';
import {
  deleteRequest,
  readRequest,
  settleRequest,
  type NightKey,
  type AnalysisRequest,
} from './analysis-requests-store.ts';
import { NIGHT_JOB, type NightContext } from './night-context.ts';
import { planNight, type PlannedNight, type PlannedStream } from './night-plan.ts';
import {
  dropNight,
  findNight,
  storeNightState,
  writeAwaited,
  writeResult,
} from './night-result-writer.ts';
import { readNightInThread } from './night-thread.ts';
import { dropVersions, readNewest } from './night-versions-store.ts';

const ATTEMPTS = 5;
const CONCLUSIVE: ReadonlySet<string> = new Set<NightQualityCode>(['good', 'partial', 'poor']);
/** Maximum passes per job. A night that is requested again and again must not block other jobs. */
const MAX_ROUNDS = 3;

/**
 * Analyses one night of one room. Writes the result atomically, and analyses each input only once.
 */
export function nightJobKind(context: NightContext): JobKind {
  return {
    name: NIGHT_JOB,
    concurrency: 1,
    attempts: ATTEMPTS,
    async run(job) {
      const key = await findRoomNight(context, job);
      if (key === null) return job.effect((queries) => deleteRequest(queries, parseSubject(job)));
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const order = await readRequest(context.database, key);
        if (order === null || order.done >= order.asked) return;
        await analyseNight(context, job, order, key.domainId);
      }
    },
    failed: async (job, problem) => {
      const key = await findRoomNight(context, job);
      if (key === null) return;
      const order = await readRequest(context.database, key);
      const settle = async (queries: Queries): Promise<void> => {
        await holdJob(queries, job.lease);
        if (order !== null) await settleRequest(queries, order);
      };
      // If planning fails too, there is no document to update. Settle the request anyway, so that
      // it is not retried every minute forever.
      const plan = await planNight(context, key).catch((error: unknown) => {
        context.log.error(
          { roomId: key.roomId, night: key.night, error },
          'cannot plan a failed night',
        );
        return null;
      });
      if (plan === null) return context.database.transaction(settle);
      await storeNightState(context, key, plan, { state: 'failed', problem }, settle);
    },
    cancelled: async () => undefined,
  };
}

type RoomNight = NightKey & { readonly domainId: string };

function parseSubject({ subject, lease }: RunningJob): NightKey {
  const separator = subject.lastIndexOf('/');
  return {
    rootDomainId: lease.rootDomainId,
    roomId: subject.slice(0, separator),
    night: subject.slice(separator + 1),
  };
}

/** Null if the room no longer exists or belongs to another organisation now. */
async function findRoomNight({ store }: NightContext, job: RunningJob): Promise<RoomNight | null> {
  const key = parseSubject(job);
  const [room] = await store.read([`room/${key.roomId}`]);
  const { domainId, rootDomainId } = room?.data ?? {};
  return typeof domainId !== 'string' || rootDomainId !== key.rootDomainId
    ? null
    : { ...key, domainId };
}

async function analyseNight(
  context: NightContext,
  job: RunningJob,
  order: AnalysisRequest,
  domainId: string,
): Promise<void> {
  const plan = await planNight(context, { ...order, domainId });
  const [seen, newest] = [
    await findNight(context, order),
    await readNewest(context.database, order),
  ];
  const settle = async (queries: Parameters<typeof settleRequest>[0]): Promise<void> => {
    await holdJob(queries, job.lease);
    await settleRequest(queries, order);
  };
  const hasOwnResult =
    seen !== null && seen.state === 'done' && newest.version > 0 && !seen.isExternal;
  const awaited = await readAwaited(context, plan);
  if (hasOwnResult && newest.input === plan.input)
    return isDeepStrictEqual(seen.awaited, awaited)
      ? context.database.transaction(settle)
      : writeAwaited(context, order, awaited, settle);
  if (plan.serials.length === 0) {
    if (seen === null || seen.isExternal) return context.database.transaction(settle);
    if (!seen.isCorrected) {
      return dropNight(context, order, seen, async (queries) => {
        await settle(queries);
        await dropVersions(queries, order);
      });
    }
  }
  if (!hasOwnResult && seen?.isExternal !== true)
    await storeNightState(context, order, plan, { state: 'analysing', problem: null }, (queries) =>
      holdJob(queries, job.lease),
    );
  const read = await readNightInThread(
    { databaseUrl: context.database.url, plan: threadPlan(plan) },
    job.signal,
  );
  const result = nightFields({
    ...read,
    devices: await readDevices(context, plan),
    input: plan.input,
  });
  // A sensor that saw no sleep must not overwrite an imported or simulated night.
  if (seen?.isExternal === true && !CONCLUSIVE.has(result.quality?.code ?? ''))
    return context.database.transaction(settle);
  const version = await writeResult(context, order, plan, { ...result, awaited }, settle);
  context.log.info(
    { roomId: order.roomId, night: order.night, version, quality: result.quality?.code },
    'night analysed',
  );
}

const threadPlan = ({ fromMs, toMs, utcOffsetMinutes, streams }: PlannedNight) => ({
  fromMs,
  toMs,
  utcOffsetMinutes,
  streams,
});

const MAX_DEVICES = 200;
const deviceFields = deviceCollection.schema.pick({ firmware: true, typeId: true }).partial();

/** The devices as they are now, with the streams that were used. */
async function readDevices(
  { store }: NightContext,
  { serials, streams }: PlannedNight,
): Promise<NonNullable<NightFields['provenance']>['devices']> {
  const listed = serials.slice(0, MAX_DEVICES);
  const documents = await store.read(listed.map((serial) => `device/${serial}`));
  const used = Map.groupBy(streams, (stream: PlannedStream) => stream.serial);
  return listed.map((serial, index) => {
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
