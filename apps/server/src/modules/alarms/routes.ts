import {
  accidentApi,
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
} from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { carerOf, getPlace } from '../../core/documents/room-place.ts';
import { subnetOf } from '../../core/http/address-limit.ts';
import { commandOf } from '../../core/http/command-key.ts';
import { route, type Route } from '../../core/http/route.ts';
import { alarmPath, type KnownAlarm } from './repository.ts';
import type { AlarmCommand, AlarmService } from './service.ts';

export type AlarmRouteDeps = {
  readonly access: DocumentAccess;
  readonly store: DocumentStore;
  readonly service: AlarmService;
};

/** A member in the organisation of a room. */
export type Caller = { readonly actor: Actor; readonly place: AccidentPlace };
type May = (actor: Actor, place: AccidentPlace) => boolean;

type AlarmEndpoint<Body extends z.ZodType> = Omit<
  typeof accidentApi.acknowledge,
  'path' | 'body'
> & { readonly path: `/${string}`; readonly body: Body };

/** Commands about alarms, nurse calls included. */
export function alarmRoutes(deps: AlarmRouteDeps): readonly Route[] {
  const { access, service } = deps;

  const reply = async (
    roomId: string,
    known: KnownAlarm,
    caller: Caller,
  ): Promise<AccidentReply> => {
    const documents = await access.read(caller.actor, [
      `room/${roomId}`,
      alarmPath(roomId, known.id),
    ]);
    return { ...toStanding(known, caller), documents: documents.flatMap((one) => one ?? []) };
  };

  const command = <Body extends z.ZodType>(
    endpoint: AlarmEndpoint<Body>,
    may: May,
    act: (
      command: AlarmCommand,
      body: BodyOf<AlarmEndpoint<Body>>,
      caller: Caller,
    ) => Promise<KnownAlarm>,
  ): Route =>
    route(endpoint, async ({ actor, params, body, request }) => {
      const place = await readPlace(deps, actor, params.roomId, [params.accidentId]);
      if (!may(actor, place)) throw refuse('document-forbidden');
      const about = await toCommand(deps, { actor, request }, params.roomId);
      const known = await act({ ...about, accidentId: params.accidentId }, body, {
        actor,
        place,
      });
      return reply(params.roomId, known, { actor, place });
    });

  return [
    route(accidentApi.report, async ({ actor, params: { roomId }, body, request }) => {
      const place = await readPlace(deps, actor, roomId);
      if (!mayReportAccident(actor, place)) throw refuse('document-forbidden');
      if (!isReportable(body.kind))
        throw refuse('request-invalid', { issues: [{ field: 'kind', code: 'choice-wrong' }] });
      const known = await service.report(await toCommand(deps, { actor, request }, roomId), body);
      return reply(roomId, known, { actor, place });
    }),
    command(accidentApi.acknowledge, mayHandleAccident, (about, body) =>
      service.acknowledge(withSeen(about, body)),
    ),
    command(accidentApi.withdraw, mayHandleAccident, (about, body, caller) =>
      service.withdraw(withSeen(about, body), requireMayWithdraw(caller)),
    ),
    command(accidentApi.arrive, mayHandleAccident, (about, body) =>
      service.arrive(withSeen(about, body)),
    ),
    command(accidentApi.resolve, mayHandleAccident, (about, body) =>
      service.resolve(withSeen(about, body), body),
    ),
    command(accidentApi.reopen, mayHandleAccident, (about, body, caller) =>
      service.reopen(withSeen(about, body), requireMayReopen(caller)),
    ),
    command(accidentApi.mute, mayMuteAccident, service.mute),
    command(accidentApi.note, mayReportAccident, (about, { note }) => service.note(about, note)),
    command(accidentApi.heard, mayHandleAccident, service.heard),
    command(accidentApi.explain, mayExplainUnreached, (about, { cause }) =>
      service.explain(about, cause),
    ),
    command(accidentApi.useful, mayHandleAccident, (about, { useful }) =>
      service.judge(about, useful),
    ),
  ];
}

export const requireMayWithdraw =
  ({ actor, place }: Caller) =>
  ({ acknowledgedBy }: Accident): void => {
    if (!mayWithdrawAccident(actor, { by: acknowledgedBy }, place))
      throw refuse('document-forbidden');
  };

export const requireMayReopen =
  ({ actor, place }: Caller) =>
  ({ resolvedBy }: Accident): void => {
    if (!mayReopenAccident(actor, { by: resolvedBy }, place)) throw refuse('document-forbidden');
  };

/** Organisation of a room, if the actor can read the room and these alarms. */
export async function readPlace(
  { access }: Pick<AlarmRouteDeps, 'access'>,
  actor: Actor,
  roomId: string,
  accidentIds: readonly string[] = [],
): Promise<AccidentPlace> {
  const paths = [`room/${roomId}`, ...accidentIds.map((id) => alarmPath(roomId, id))];
  const [room, ...accidents] = await access.read(actor, paths);
  if (room === null || room === undefined || accidents.includes(null))
    throw refuse('document-not-found');
  return getPlace(room);
}

/** The command of a request, about no alarm yet. */
export const toCommand = async (
  { store }: Pick<AlarmRouteDeps, 'store'>,
  { actor, request }: { readonly actor: Actor; readonly request: FastifyRequest },
  roomId: string,
): Promise<Omit<AlarmCommand, 'accidentId'>> => ({
  roomId,
  by: await carerOf(store, actor),
  author: { actor, command: commandOf(request, actor), address: subnetOf(request.ip) },
});

type SeenBody = { readonly lastAt?: string | undefined } | null | undefined;

const withSeen = (about: AlarmCommand, body: SeenBody): AlarmCommand => ({
  ...about,
  seen: body?.lastAt === undefined ? null : new Date(body.lastAt),
});

/** Buttons, devices and tests raise the other kinds. */
const isReportable = (kind: Accident['kind']): boolean =>
  kind !== 'call' &&
  kind !== 'deviceOffline' &&
  kind !== 'sensorOff' &&
  kind !== 'batteryLow' &&
  kind !== 'clockSkew' &&
  kind !== 'test';

function toStanding(
  { id: accidentId, accident }: KnownAlarm,
  { actor, place }: Caller,
): Omit<AccidentReply, 'documents'> {
  const {
    kind,
    severity,
    state,
    repeats,
    raisedAt,
    mutedUntil,
    resolvedAt,
    resolvedBy,
    outcome,
    useful,
  } = accident;
  return {
    id: accidentId,
    kind,
    severity,
    state,
    repeats,
    ...toResponder(accident.acknowledgedBy, actor),
    raisedAt: raisedAt.toISOString(),
    mutedUntil: mutedUntil?.toISOString() ?? null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    outcome,
    useful,
    mayReopen: state === 'resolved' && mayReopenAccident(actor, { by: resolvedBy }, place),
  };
}

/** The responder as the actor may see them; an empty name if they may not see it. */
export function toResponder(
  by: Carer | null,
  actor: Actor,
): { readonly own: boolean; readonly by: string | null } {
  const own = by?.userId === actor.userId;
  const isShown = own || seesCarers(actor);
  return { own, by: by === null || isShown ? (by?.name ?? null) : '' };
}
