import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  hasCode,
  RULES,
  ACCESS_LEVELS,
  query,
  updateHistoryCollection,
  type Actor,
} from '@yamori/domain';
import type { Logger } from 'pino';
import type { App } from '../app.ts';
import type { Database } from '../core/database/database.ts';
import { issueBill, payBill, type BillDrawingContext } from '../modules/billing/bill-commands.ts';
import { billsSince } from '../modules/billing/bill-documents.ts';
import { drawPaper } from '../modules/billing/bill-drawing.ts';
import { generateBills } from '../modules/billing/generate-bills.ts';
import { DEMONSTRATION_MEMBERS } from './accounts.ts';
import { createDocumentAccess } from '../core/documents/document-access.ts';
import { readMemberActor } from '../modules/identity/member-actor.ts';
import { seedChanges } from './changes.ts';
import { seedPast, type DemoPastOptions } from './past.ts';
import { seedBills } from './bills.ts';
import { DOMAIN_IDS, findRoot } from './domains.ts';
import { fillDeviceMonths } from './months.ts';
import { RECORDED_ROOMS, type DemoRecordings } from './recordings.ts';

/** Nights with samples. A demo member imports them as recordings. */
export function demoRecordings(
  app: Pick<App, 'identity' | 'imports' | 'timeline' | 'store'>,
  folder: string,
): DemoRecordings {
  const { uploads } = app.imports;
  return {
    roomIds: RECORDED_ROOMS,
    folder,
    hasSamples: async (serial, fromMs, toMs) =>
      (await app.timeline.coverage(serial, fromMs * 1000, toMs * 1000)).length > 0,
    async bring(roomId, fileName, path) {
      const importer = await findImporter(app, roomId);
      const { size } = await stat(path);
      try {
        const upload = await uploads.create(
          importer,
          { roomId, fileName, sha256: await hashFile(path), autoStart: true, settings: {} },
          size,
        );
        if (upload.offsetBytes < size)
          await uploads.receive(
            importer,
            upload.uploadId,
            upload.offsetBytes,
            createReadStream(path, { start: upload.offsetBytes }),
          );
      } catch (error) {
        // An earlier start has uploaded the recording, and its import is running.
        if (!hasCode(error, 'import-exists')) throw error;
      }
    },
  };
}

/** Bills of the agency's last months, created through the commands that staff use. */
export function demoBills(
  { store, timeline }: Pick<App, 'store' | 'timeline'>,
  {
    database,
    now,
    log,
    signal,
  }: {
    readonly database: Database;
    readonly now: () => Date;
    readonly log: Logger;
    readonly signal: Pick<AbortSignal, 'throwIfAborted'>;
  },
): Promise<void> {
  const timeZone = 'Asia/Tokyo';
  const agency = { id: DOMAIN_IDS.agency, rootDomainId: findRoot('agency'), timeZone };
  const at = (moment: Date): BillDrawingContext => ({
    store,
    database,
    now: () => moment,
    draw: (bill, kind) => drawPaper(bill, kind, new AbortController().signal),
  });
  const server = { userId: null };
  return seedBills({
    now,
    timeZone,
    log,
    signal,
    present: (paths) => readPresent(store, paths),
    commit: async (writes) => {
      await store.commit(writes, server);
    },
    fillMonths: () =>
      fillDeviceMonths({
        now,
        timeZone,
        stage: (frames) => timeline.stage(frames),
        place: timeline.assignments.change,
        signal,
      }),
    bills: {
      all: async () =>
        (await billsSince(store, agency.id, '')).map(({ id, updatedAt, bill }) => ({
          billId: id,
          month: bill.month,
          state: bill.state,
          updatedAt,
        })),
      generate: (month, moment) => generateBills(at(moment), agency, month, server),
      issue: (billId, updatedAt, moment) =>
        issueBill(at(moment), agency, billId, updatedAt.toISOString(), server),
      pay: (billId, paidOn, moment) => payBill(at(moment), agency, billId, { paidOn }, server),
    },
  });
}

/** Changes by members of each level, subject to the access rules. */
export function demoChanges(
  { store }: Pick<App, 'store'>,
  { database, log }: { readonly database: Database; readonly log: Logger },
): Promise<void> {
  const access = createDocumentAccess({ store, rules: RULES });
  return seedChanges({
    log,
    wasChanged: async (path, field) =>
      (await readHistory(store, path)).some(
        ({ changes }) => field === undefined || changes.some((change) => change.field === field),
      ),
    async commitAs(levelName, write) {
      const member = DEMONSTRATION_MEMBERS.find((one) => one.levelName === levelName);
      const actor = member === undefined ? null : await readMemberActor(database, member.userId);
      // Older demos have other accounts, and members can be removed.
      if (actor === null) return false;
      await access.commit(actor, [write]);
      return true;
    },
  });
}

/** The month before the first start, subject to the access rules of its authors. */
export function fillDemoPast(
  { store, storeAt }: Pick<App, 'store' | 'storeAt'>,
  options: Pick<DemoPastOptions, 'readZone' | 'startedAt' | 'nights' | 'log' | 'signal'> & {
    readonly database: Database;
  },
): Promise<number> {
  const present = (paths: readonly string[]) => readPresent(store, paths);
  return seedPast({
    ...options,
    present,
    async everWritten(paths) {
      const found = new Set(await present(paths));
      for (const path of paths) {
        if (!found.has(path) && (await readHistory(store, path)).length > 0) found.add(path);
      }
      return found;
    },
    commit: async (writes) => {
      await store.commit(writes, { userId: null });
    },
    async commitAs(levelName, at, writes) {
      const member = DEMONSTRATION_MEMBERS.find((one) => one.levelName === levelName);
      const actor =
        member === undefined ? null : await readMemberActor(options.database, member.userId);
      // Older demos have other accounts; skip the actions of missing ones.
      if (actor === null) return;
      const access = createDocumentAccess({ store: storeAt(() => at), rules: RULES });
      await access.commit(actor, writes);
    },
  });
}

const readHistory = async (store: App['store'], path: string) =>
  (
    await store.list(
      query.parse({
        collection: 'updateHistory',
        filters: [{ field: ['path'], op: '==', value: path }],
      }),
    )
  ).map(({ data }) => updateHistoryCollection.schema.parse(data));

const readPresent = async (
  store: App['store'],
  paths: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set((await store.read(paths)).flatMap((document) => document?.path ?? []));

/** The demo's staff account, with rights in the room's home. */
async function findImporter(
  { identity, store }: Pick<App, 'identity' | 'store'>,
  roomId: string,
): Promise<Actor> {
  const member = DEMONSTRATION_MEMBERS.find(({ levelName }) => levelName === 'generalStaff');
  const [room, own] = await store.read([`room/${roomId}`, `staff/${member?.userId ?? ''}`]);
  const userId = own?.id ?? (await identity.findUserId(member?.email ?? ''));
  const { domainId, rootDomainId } = room?.data ?? {};
  if (userId === null || typeof domainId !== 'string' || typeof rootDomainId !== 'string')
    throw new Error('the demo has no staff for this room');
  return {
    userId,
    accessLevel: ACCESS_LEVELS.generalStaff,
    domainId,
    rootDomainId,
    hasOwnHome: false,
    reach: { kind: 'domains', domainIds: new Set([domainId]) },
    singleTimeToken: null,
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest('hex');
}
