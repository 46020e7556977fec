import {
  accidentApi,
  lastOf,
  mayExplainUnreached,
  mayHandleAccident,
  mayMuteAccident,
  mayReopenAccident,
  mayReportAccident,
  mayWithdrawAccident,
  refuse,
  seesCarers,
  type Accident,
  type AccidentPlace,
  type AccidentReply,
  type Actor,
  type BodyOf,
  type Carer,
  type RoomCall,
} from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { carerOf, placeOfRoom } from '../../core/documents/room-place.ts';
import { subnetOf } from '../../core/http/address-limit.ts';
import { commandOf } from '../../core/http/command-key.ts';
import { route, type Route } from '../../core/http/route.ts';
import type { AccidentAuthor } from './accident-keeper.ts';
import type { AccidentSteps, Asked } from './accident-steps.ts';
import { accidentPath, knownOf, type KnownAccident } from './room-accidents.ts';

/**
 * The steps of calls, which an accident of kind `call` is led to: a call is decided in one place.
 */
type CallSteps = {
  readonly answer: (asked: AskedOfCall, by: Carer) => Promise<RoomCall | null>;
  readonly withdraw: (
    asked: AskedOfCall,
    may: (call: { readonly by: Carer }) => void,
  ) => Promise<RoomCall | null>;
  readonly finish: (asked: AskedOfCall, by: Carer) => Promise<RoomCall | null>;
  readonly reopen: (
    asked: AskedOfCall,
    may: (call: { readonly endedBy: Carer | null }) => void,
  ) => Promise<RoomCall | null>;
};
type AskedOfCall = {
  readonly roomId: string;
  readonly seen: Date | null;
  readonly author: AccidentAuthor;
};

type AccidentRouteParts = {
  readonly access: DocumentAccess;
  readonly store: DocumentStore;
  readonly steps: AccidentSteps;
  readonly calls: CallSteps;
};

type Told = {
  readonly actor: Actor;
  readonly place: AccidentPlace;
  readonly asked: Asked;
  readonly kind: Accident['kind'];
};

type Step<Body extends z.ZodType> = Omit<typeof accidentApi.acknowledge, 'path' | 'body'> & {
  readonly path: `/${string}`;
  readonly body: Body;
};

/** What people say of accidents. */
export function accidentRoutes(parts: AccidentRouteParts): readonly Route[] {
  const { steps, calls } = parts;

  /** A step of an accident: allow, act, present. */
  const step = <Body extends z.ZodType>(
    endpoint: Step<Body>,
    may: (actor: Actor, place: AccidentPlace) => boolean,
    act: (told: Told, said: BodyOf<Step<Body>>) => Promise<KnownAccident>,
  ): Route =>
    route(endpoint, async ({ actor, params, body, request }) => {
      const told = await allow(parts, { actor, request }, params, may);
      return replyOf(await act(told, body), told);
    });
  const standing = async ({ asked }: Told): Promise<KnownAccident> => {
    const known = knownOf(
      (await parts.store.read([accidentPath(asked.roomId, asked.accidentId)]))[0] ?? null,
    );
    if (known === null) throw refuse('document-not-found');
    return known;
  };

  return [
    route(accidentApi.report, async ({ actor, params: { roomId }, body, request }) => {
      const where = { roomId, accidentId: null };
      const told = await allow(parts, { actor, request }, where, mayReportAccident);
      refuseKindOfOthers(body.kind);
      return replyOf(await steps.report(told.asked, body), told);
    }),
    step(accidentApi.acknowledge, mayHandleAccident, async (told) => {
      if (told.kind !== 'call') return steps.acknowledge(told.asked);
      const known = await standing(told);
      if (isOver(known)) return known;
      await calls.answer(ofCall(told, known), told.asked.by);
      return standing(told);
    }),
    step(accidentApi.withdraw, mayHandleAccident, async (told) => {
      const mayTakeBack = (by: Carer | null): void => {
        if (!mayWithdrawAccident(told.actor, { by }, told.place))
          throw refuse('document-forbidden');
      };
      if (told.kind !== 'call')
        return steps.withdraw(told.asked, ({ acknowledgedBy }) => mayTakeBack(acknowledgedBy));
      const known = await standing(told);
      if (isOver(known)) return known;
      await calls.withdraw(ofCall(told, known), ({ by }) => mayTakeBack(by));
      return standing(told);
    }),
    step(accidentApi.arrive, mayHandleAccident, async (told) => {
      if (told.kind !== 'call') return steps.arrive(told.asked);
      const known = await standing(told);
      if (isOver(known)) return known;
      // Arriving also answers the call.
      await calls.answer(ofCall(told, known), told.asked.by);
      return steps.arrive(withoutKey(told.asked));
    }),
    step(accidentApi.resolve, mayHandleAccident, async (told, said) => {
      if (told.kind !== 'call') return steps.resolve(told.asked, said);
      const known = await standing(told);
      if (isOver(known)) return known;
      await calls.answer(ofCall(told, known), told.asked.by);
      await calls.finish(
        { ...ofCall(told, known), author: withoutKey(told.asked).author },
        told.asked.by,
      );
      return steps.describe(withoutKey(told.asked), said);
    }),
    step(accidentApi.reopen, mayHandleAccident, async (told) => {
      const mayTakeBack = (by: Carer | null): void => {
        if (!mayReopenAccident(told.actor, { by }, told.place)) throw refuse('document-forbidden');
      };
      if (told.kind !== 'call')
        return steps.reopen(told.asked, ({ resolvedBy }) => mayTakeBack(resolvedBy));
      await calls.reopen(ofCall(told, await standing(told)), ({ endedBy }) => mayTakeBack(endedBy));
      return standing(told);
    }),
    step(accidentApi.mute, mayMuteAccident, ({ asked }, mute) => steps.mute(asked, mute)),
    step(accidentApi.note, mayReportAccident, ({ asked }, { note }) => steps.note(asked, note)),
    step(accidentApi.heard, mayHandleAccident, ({ asked }) => steps.heard(asked)),
    step(accidentApi.explain, mayExplainUnreached, ({ asked }, { cause }) =>
      steps.explain(asked, cause),
    ),
    step(accidentApi.useful, mayHandleAccident, ({ asked }, { useful }) =>
      steps.judge(asked, useful),
    ),
  ];
}

const isOver = ({ accident }: KnownAccident): boolean => accident.state === 'resolved';
/** The press that the accident knows of: a newer call is not meant. */
const ofCall = ({ asked: { roomId, author } }: Told, { accident }: KnownAccident): AskedOfCall => ({
  roomId,
  seen: lastOf(accident),
  author,
});
/** What follows the first commit of a command: each step does nothing where it is done. */
const withoutKey = (asked: Asked): Asked => ({
  ...asked,
  author: { ...asked.author, command: null },
});

/**
 * Calls come from buttons, technical ones from devices, and a test from whoever asks for one:
 * nobody reports those.
 */
function refuseKindOfOthers(kind: Accident['kind']): void {
  if (
    kind === 'call' ||
    kind === 'deviceOffline' ||
    kind === 'sensorOff' ||
    kind === 'batteryLow' ||
    kind === 'clockSkew' ||
    kind === 'test'
  ) {
    throw refuse('request-invalid', { issues: [{ field: 'kind', code: 'choice-wrong' }] });
  }
}

type Where = { readonly roomId: string; readonly accidentId: string | null };

/** @throws ProblemError `document-not-found`, `document-forbidden` */
async function allow(
  parts: AccidentRouteParts,
  { actor, request }: { readonly actor: Actor; readonly request: FastifyRequest },
  { roomId, accidentId }: Where,
  may: (actor: Actor, place: AccidentPlace) => boolean,
): Promise<Told> {
  const [room, accident] = await parts.access.read(actor, [
    `room/${roomId}`,
    ...(accidentId === null ? [] : [accidentPath(roomId, accidentId)]),
  ]);
  if (
    room === null ||
    room === undefined ||
    (accidentId !== null && (accident === null || accident === undefined))
  )
    throw refuse('document-not-found');
  const place = await placeOfRoom(parts.store, room.data['domainId']);
  if (!may(actor, place)) throw refuse('document-forbidden');
  const author = { actor, command: commandOf(request, actor), address: subnetOf(request.ip) };
  return {
    actor,
    place,
    kind: kindOf.parse(accident?.data['kind']),
    asked: { roomId, accidentId: accidentId ?? '', by: await carerOf(parts.store, actor), author },
  };
}
const kindOf = accidentApi.report.reply.shape.kind.catch('other');

function replyOf(
  { id: accidentId, accident }: KnownAccident,
  { actor, place }: Pick<Told, 'actor' | 'place'>,
): AccidentReply {
  const {
    kind,
    severity,
    state,
    repeats,
    acknowledgedBy,
    raisedAt,
    mutedUntil,
    resolvedAt,
    resolvedBy,
    outcome,
    useful,
  } = accident;
  const own = acknowledgedBy?.userId === actor.userId;
  return {
    id: accidentId,
    kind,
    severity,
    state,
    repeats,
    own,
    by: acknowledgedBy === null ? null : own || seesCarers(actor) ? acknowledgedBy.name : '',
    raisedAt: raisedAt.toISOString(),
    mutedUntil: mutedUntil?.toISOString() ?? null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    outcome,
    useful,
    mayReopen: state === 'resolved' && mayReopenAccident(actor, { by: resolvedBy }, place),
  };
}
