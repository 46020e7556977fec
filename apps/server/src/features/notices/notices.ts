import { createHash } from 'node:crypto';
import { ACCIDENT_TRAITS, accidentCollection, ProblemError, type Accident, type AccidentKind } from '@yamori/domain';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Queries } from '../../database/database.ts';
import type { ReadDocument } from '../../documents/document-presentation.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import { nightZoneOf } from '../../documents/night-zone.ts';
import { placeOfRoom } from '../../documents/room-place.ts';
import type { Mail } from '../../mail/mail.ts';
import type { RunningJob } from '../../messaging/jobs/job-kind.ts';
import type { Jobs } from '../../messaging/jobs/jobs.ts';
import type { LineWay } from './line/line-way.ts';
import { peopleToTell, type NoticePeopleParts, type NoticePerson } from './notice-people.ts';
import { momentIn, wordsIn } from './notice-words.ts';
import type { ProviderAnswer } from './provider-call.ts';
import type { PushBrowserStore } from './push/push-browser-store.ts';
import type { PushWay } from './push/push-way.ts';
import type { ToldWhat } from './text/notice-text.ts';

/** What is to be told, as accidents order it (features/accidents). `userIds` null: the organisation has made no groups. */
export type Notice = { readonly what: string; readonly roomId: string; readonly accidentId: string; readonly step: number; readonly userIds: readonly string[] | null; readonly at: string };

export type NoticeParts = NoticePeopleParts & {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly now: () => Date;
  readonly mail: Mail;
  /** Null: this installation has not got it. */
  readonly push: PushWay | null;
  readonly line: LineWay | null;
  readonly browsers: PushBrowserStore;
  readonly publicOrigin: string | null;
};

export type Notices = {
  /** Orders what is to be sent, each message a job of its own: whoever does not answer holds up nobody else, and no alarm. */
  readonly deliver: (notice: Notice, signal: AbortSignal) => Promise<void>;
};

const PUSH_JOB = 'noticePush';
const LINE_JOB = 'noticeLine';
/** With the pauses between them about four minutes: somebody else has been told by then. */
const ATTEMPTS = 8;
/** Afterwards nobody is helped by hearing of it this way. */
const USEFUL_MS = 15 * 60_000;
/** So many wait for an answer at one time, on each server. */
const AT_ONCE = 16;

/** One message to one browser or person; the words are made when it is sent, of how things stand then. */
const order = z.strictObject({ what: z.enum(['raised', 'escalated', 'forgotten', 'withdrawn', 'tested']), roomId: z.string(), accidentId: z.string(), at: z.iso.datetime(), to: z.string(), language: z.enum(['ja', 'en']).nullable() });
type Order = z.infer<typeof order>;

/** Who was told is not told again while nobody goes, however often it happens: the next group is. What is over is told by the pages. */
const TOLD: Readonly<Record<string, ToldWhat | undefined>> = { raised: 'raised', escalated: 'escalated', forgotten: 'forgotten', withdrawn: 'withdrawn', tested: 'tested' };

export function createNotices(parts: NoticeParts): Notices {
  const { database, jobs, store } = parts;
  handle(parts, PUSH_JOB, (job, message) => sendPush(parts, message, job.signal));
  handle(parts, LINE_JOB, (job, message) => sendLine(parts, message, uuidOf(job.subject), job.signal));

  return {
    async deliver({ what: asked, roomId, accidentId, step, userIds, at }) {
      const what = TOLD[asked];
      const standing = what === undefined ? null : await stillWaiting(store, { roomId, accidentId, what });
      if (what === undefined || standing === null) return;
      const { room, accident } = standing;
      const everybody = await peopleToTell(parts, { room, place: await placeOfRoom(store, room.data['domainId']), userIds, isTheirs: what === 'tested' });
      const people = everybody.filter(({ chose }) => accident.severity !== 'technical' || chose('deviceFault'));
      const key = `${roomId}/${accidentId}/${what}/${step}/${at}`;
      const message = (to: string, { language }: Pick<NoticePerson, 'language'>): Order => ({ what, roomId, accidentId, at, to, language });
      await database.transaction(async (queries) => {
        const add = async (kind: string, to: string, person: NoticePerson): Promise<void> =>
          void await jobs.add(queries, { rootDomainId: room.placement.rootDomainId, kind, subject: `${key}/${to}`, parameters: message(to, person) });
        for (const { id, userId } of parts.push === null ? [] : await parts.browsers.idsOf(queries, people.map((person) => person.userId))) {
          const person = people.find((one) => one.userId === userId);
          if (person !== undefined) await add(PUSH_JOB, id, person);
        }
        for (const person of people) {
          if (parts.line !== null && person.lineUserId !== null && person.chose('line')) await add(LINE_JOB, person.userId, person);
          if (parts.mail.available && person.email !== null && person.chose('email')) await sendMail(parts, { queries, email: person.email, told: { room, accident, what, language: person.language } });
        }
      });
      jobs.wake(PUSH_JOB);
      jobs.wake(LINE_JOB);
    },
  };
}

type Standing = { readonly room: ReadDocument; readonly accident: Accident };

/** Null once somebody goes or it is over: nobody need be told any more. What was forgotten waits until somebody is there. */
async function stillWaiting(store: DocumentStore, { roomId, accidentId, what }: Pick<Order, 'roomId' | 'accidentId' | 'what'>): Promise<Standing | null> {
  const [room, found] = await store.read([`room/${roomId}`, `room/${roomId}/accident/${accidentId}`]);
  if (room === null || room === undefined || found === null || found === undefined || found.bare) return null;
  const accident = accidentCollection.schema.parse(found.data);
  return accident.state === (what === 'forgotten' ? 'acknowledged' : 'raised') ? { room, accident } : null;
}

/** A lane of messages, each tried again by itself; one that was refused for good ends as failed. */
function handle({ jobs, store, log, now }: NoticeParts, name: string, send: (job: RunningJob, message: Order & Standing) => Promise<ProviderAnswer>): void {
  jobs.handle({
    name, atOnce: AT_ONCE, attempts: ATTEMPTS,
    run: async (job) => {
      const parsed = order.safeParse(job.parameters);
      if (!parsed.success) throw new ProblemError({ code: 'job-failed' });
      const { at } = parsed.data;
      const standing = now().getTime() - Date.parse(at) > USEFUL_MS ? null : await stillWaiting(store, parsed.data);
      if (standing === null) return;
      const answer = await send(job, { ...parsed.data, ...standing });
      if (answer === 'refused') throw new ProblemError({ code: 'job-failed', place: name });
      if (answer === 'taken') log.info({ way: name, attempt: job.attempt, afterMs: now().getTime() - Date.parse(at) }, 'a notice was handed over');
    },
    failed: async () => undefined,
    cancelled: async () => undefined,
  });
}

async function sendPush({ push, browsers }: NoticeParts, { room, accident, accidentId, to, ...told }: Order & Standing, signal: AbortSignal): Promise<ProviderAnswer> {
  const browser = await browsers.find(to);
  if (push === null || browser === null) return 'gone';
  const words = wordsIn(told.language);
  const answer = await push.send(browser, {
    title: words.title(nameOf(room), accident.kind), body: words.body[told.what], tag: tagOf(room.id, accidentId, accident), path: pathOf(room.id), at: accident.raisedAt.getTime(),
  }, signal);
  if (answer === 'gone') await browsers.forget(to);
  return answer;
}

async function sendLine(parts: NoticeParts, { room, accident, to, ...told }: Order & Standing, key: string, signal: AbortSignal): Promise<ProviderAnswer> {
  const contact = await parts.contactOf(to);
  if (parts.line === null || contact === null || contact.lineUserId === null) return 'gone';
  const { title, body, at, link } = await writtenOf(parts, { room, accident, what: told.what, language: told.language });
  return parts.line.send(contact.lineUserId, wordsIn(told.language).line(title, body, at, link), key, signal);
}

type Told = Standing & { readonly what: ToldWhat; readonly language: Order['language'] };

async function sendMail(parts: NoticeParts, { queries, email, told }: { readonly queries: Queries; readonly email: string; readonly told: Told }): Promise<void> {
  const { title, body, at, link } = await writtenOf(parts, told);
  await parts.mail.send({ kind: 'alarm', to: email, ...wordsIn(told.language).mail(title, body, at, link), usefulMs: USEFUL_MS }, queries);
}

async function writtenOf({ store, publicOrigin }: NoticeParts, { room, accident, what, language }: Told) {
  const words = wordsIn(language);
  const domainId = room.data['domainId'];
  const { timeZone } = await nightZoneOf(store, typeof domainId === 'string' ? domainId : '');
  return { title: words.title(nameOf(room), accident.kind), body: words.body[what], at: momentIn(language, timeZone, accident.raisedAt), link: publicOrigin === null ? null : `${publicOrigin}${pathOf(room.id)}` };
}

const nameOf = ({ data }: ReadDocument): string => (typeof data['name'] === 'string' ? data['name'] : '');
const pathOf = (roomId: string): string => `/room/${encodeURIComponent(roomId)}/accident`;

/** The same as the page's own notice of it has, so that one takes the other's place (web, ui/alarms/alarm.ts). */
const tagOf = (roomId: string, accidentId: string, { kind, raisedAt }: { readonly kind: AccidentKind; readonly raisedAt: Date }): string =>
  `${roomId}/${ACCIDENT_TRAITS[kind].source === 'button' ? `call/${raisedAt.getTime()}` : accidentId}`;

/** Of the same message always the same. */
function uuidOf(subject: string): string {
  const hex = createHash('sha256').update(subject).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
