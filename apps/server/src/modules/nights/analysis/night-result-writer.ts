import {
  encodeFields,
  hasCode,
  ProblemError,
  sleepCollection,
  type WireMap,
  type Write,
} from '@yamori/domain';
import { nightAlgorithm } from '@yamori/signal';
import type { Queries } from '../../../core/database/database.ts';
import type { NightFields, NightResult } from './night-fields.ts';
import type { NightKey } from './analysis-requests-store.ts';
import { nightPath, type NightContext } from './night-context.ts';
import { putVersion, readNewest } from './night-versions-store.ts';

/**
 * A night as it is stored now. `isExternal`: the result was imported or simulated, so it cannot be
 * recomputed from sensor data.
 */
export type NightSeen = {
  readonly version: string;
  readonly state: string;
  readonly resultVersion: number;
  readonly isCorrected: boolean;
  readonly isExternal: boolean;
  readonly problem: string | null;
  readonly awaited: Awaited;
};
/** Devices whose records are still missing; null when the night is complete. */
export type Awaited = NightFields['awaited'];
export type NightBounds = { readonly fromMs: number; readonly toMs: number };

export async function findNight(
  { store }: Pick<NightContext, 'store'>,
  key: NightKey,
): Promise<NightSeen | null> {
  const [document] = await store.read([nightPath(key)]);
  if (document === undefined || document === null) return null;
  const parsed = sleepCollection.schema.safeParse(document.data);
  if (!parsed.success)
    return {
      version: document.version,
      state: 'failed',
      resultVersion: 0,
      isCorrected: true,
      isExternal: false,
      problem: null,
      awaited: null,
    };
  const { state, resultVersion, edits, provenance, problem, awaited } = parsed.data;
  const isExternal =
    state === 'done' &&
    (provenance?.algorithm !== nightAlgorithm.name || provenance.parameters['simulated'] === true);
  return {
    version: document.version,
    state,
    resultVersion,
    isCorrected: edits.length > 0,
    isExternal,
    problem,
    awaited,
  };
}

type WriterContext = Pick<NightContext, 'store' | 'database' | 'now'>;
type Alongside = (queries: Queries) => Promise<void>;

/**
 * Stores the result and its version atomically with the writes of `alongside`, so readers see
 * either the old night or the new one. Keeps corrections. @returns the new version number
 */
export async function writeResult(
  context: WriterContext,
  key: NightKey,
  bounds: NightBounds,
  result: NightResult & { readonly awaited?: Awaited },
  alongside: Alongside,
): Promise<number> {
  const version = (await readNewest(context.database, key)).version + 1;
  const analysedAt = context.now();
  const { awaited = null, ...analysed } = result;
  const fields = encodeFields(analysed, false);
  await changeNight(
    context,
    key,
    {
      ...boundsFields(bounds),
      ...analysed,
      awaited,
      ...doneFields(version, analysedAt),
    },
    async (queries) => {
      await alongside(queries);
      await putVersion(queries, key, {
        version,
        analysedAt,
        input: result.provenance?.input ?? '',
        fields,
      });
    },
  );
  return version;
}

/** Records which devices are awaited, and keeps the result. */
export const writeAwaited = (
  context: WriterContext,
  key: NightKey,
  awaited: Awaited,
  alongside: Alongside,
): Promise<void> => changeNight(context, key, { awaited }, alongside);

/**
 * Records the progress of a night that has no result yet. A night with a result keeps it and only
 * records the problem.
 */
export async function storeNightState(
  context: WriterContext,
  key: NightKey,
  bounds: NightBounds,
  progress: { readonly state: 'waiting' | 'analysing' | 'failed'; readonly problem: string | null },
  alongside: Alongside,
): Promise<void> {
  const seen = await findNight(context, key);
  const hasResult = seen !== null && seen.resultVersion > 0;
  if (hasResult && progress.problem === null) return;
  await changeNight(
    context,
    key,
    hasResult ? { problem: progress.problem } : { ...boundsFields(bounds), ...progress },
    alongside,
  );
}

export const boundsFields = ({ fromMs, toMs }: NightBounds) => ({
  from: new Date(fromMs),
  to: new Date(toMs),
});
export const doneFields = (resultVersion: number, analysedAt: Date) => ({
  state: 'done',
  resultVersion,
  analysedAt,
  problem: null,
});

/** @param fields encoded as for the store */
export function toNightWrite(key: NightKey, isNew: boolean, fields: WireMap): Write {
  const path = nightPath(key);
  return isNew
    ? { kind: 'create', path, data: { night: key.night, ...fields } }
    : {
        kind: 'update',
        path,
        fields: Object.entries(fields).map(([name, value]) => ({ field: [name], value })),
      };
}

export const MAX_ATTEMPTS = 5;

/** Creates the document, or updates these fields of it. */
async function changeNight(
  { store }: WriterContext,
  key: NightKey,
  fields: Readonly<Record<string, unknown>>,
  alongside: Alongside,
): Promise<void> {
  const path = nightPath(key);
  for (let attempt = 1; ; attempt += 1) {
    const [existing] = await store.read([path]);
    const data = encodeFields(fields, false);
    const write = toNightWrite(key, existing === undefined || existing === null, data);
    try {
      await store.commit([write], { userId: null, alongside });
      return;
    } catch (error) {
      if (!isRace(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Another writer created or deleted the document since it was read. */
export const isRace = (error: unknown): boolean =>
  hasCode(error, 'document-exists', 'document-not-found');

/**
 * Deletes a night that has no data and no corrections. Fails if it is corrected concurrently;
 * the job then retries.
 */
export async function dropNight(
  { store }: WriterContext,
  key: NightKey,
  seen: NightSeen,
  alongside: Alongside,
): Promise<void> {
  try {
    await store.commit(
      [{ kind: 'delete', path: nightPath(key), precondition: { version: seen.version } }],
      { userId: null, alongside },
    );
  } catch (error) {
    // A ProblemError would end the job. An Error makes it retry, and the retry sees the correction.
    if (error instanceof ProblemError)
      throw new Error(`cannot delete night: ${error.problem.code}`);
    throw error;
  }
}
