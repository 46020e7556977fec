import {
  accidentApi,
  isOpen,
  mayExplainUnreached,
  mayHandleAccident,
  mayMuteAccident,
  mayReopenAccident,
  mayReportAccident,
  mayWithdrawAccident,
  ProblemError,
  canSeeResponders,
  type Accident,
  type AccidentPlace,
  type AccidentReply,
  type Actor,
  type EndpointBody,
  type Responder,
} from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { readResponder, getPlace } from '../../core/documents/room-place.ts';
import { toSubnet } from '../../core/http/address-limit.ts';
import { readCommand } from '../../core/http/idempotency-key.ts';
import { route, type Route } from '../../core/http/route.ts';
import type { Authorise, UpdatedAlarm } from './repository.ts';
import type { AlarmCommand, AlarmService } from './service.ts';

export type AlarmRouteDeps = {
  readonly access: DocumentAccess;
  readonly store: DocumentStore;
  readonly service: AlarmService;
};

/** Whether a caller may change an alarm; `alarm` is null for one that the command will raise. */
type AlarmRule = (actor: Actor, place: AccidentPlace, alarm: Accident | null) => boolean;

type AlarmEndpoint<Body extends z.ZodType> = Omit<
  typeof accidentApi.acknowledge,
  'path' | 'body'
> & { readonly path: `/${string}`; readonly body: Body };

/** Commands about alarms, nurse calls included. */
export function alarmRoutes(deps: AlarmRouteDeps): readonly Route[] {
  const { access, service } = deps;

  const command = <Body extends z.ZodType>(
    endpoint: AlarmEndpoint<Body>,
    may: AlarmRule,
    act: (command: AlarmCommand, body: EndpointBody<AlarmEndpoint<Body>>) => Promise<UpdatedAlarm>,
  ): Route =>
    route(endpoint, async ({ actor, params: { roomId, accidentId }, body, request }) => {
      const caller = await toCaller(deps, actor, request, may);
      return toReply(access, actor, await act({ roomId, accidentId, ...caller }, body));
    });

  return [
    route(accidentApi.report, async ({ actor, params: { roomId }, body, request }) => {
      const caller = await toCaller(deps, actor, request, mayReportAccident);
      return toReply(access, actor, await service.report({ roomId, ...caller }, body));
    }),
    command(accidentApi.acknowledge, mayHandleAccident, (about, body) =>
      service.acknowledge(withSeen(about, body)),
    ),
    command(accidentApi.withdraw, mayWithdraw, (about, body) =>
      service.withdraw(withSeen(about, body)),
    ),
    command(accidentApi.arrive, mayHandleAccident, (about, body) =>
      service.arrive(withSeen(about, body)),
    ),
    command(accidentApi.resolve, mayHandleAccident, (about, body) =>
      service.resolve(withSeen(about, body), body),
    ),
    command(accidentApi.reopen, mayReopen, (about, body) => service.reopen(withSeen(about, body))),
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

/** If the alarm has no responder or is over, a release does nothing and needs no extra right. */
export const mayWithdraw: AlarmRule = (actor, place, alarm) =>
  alarm === null || alarm.acknowledgedBy === null || !isOpen(alarm)
    ? mayHandleAccident(actor, place)
    : mayWithdrawAccident(actor, { by: alarm.acknowledgedBy }, place);

export const mayReopen: AlarmRule = (actor, place, alarm) =>
  alarm === null || alarm.resolvedBy === null
    ? mayHandleAccident(actor, place)
    : mayReopenAccident(actor, { by: alarm.resolvedBy }, place);

/**
 * The caller of a command. The caller must see the room and the alarm, and `may` must allow the
 * command.
 */
export const toCaller = async (
  { access, store }: Pick<AlarmRouteDeps, 'access' | 'store'>,
  actor: Actor,
  request: FastifyRequest,
  may: AlarmRule,
) => ({
  by: await readResponder(store, actor),
  author: { actor, command: readCommand(request, actor), address: toSubnet(request.ip) },
  authorise: toAuthorise(access, actor, may),
});

export const toAuthorise =
  (access: DocumentAccess, actor: Actor, may: AlarmRule): Authorise =>
  ({ room, alarm }, accident) => {
    if (!access.sees(actor, room) || (alarm !== null && !access.sees(actor, alarm)))
      throw new ProblemError('document-not-found');
    if (!may(actor, getPlace(room), accident)) throw new ProblemError('document-forbidden');
  };

type SeenBody = { readonly lastAt?: string | undefined } | null | undefined;

const withSeen = (about: AlarmCommand, body: SeenBody): AlarmCommand => ({
  ...about,
  seen: body?.lastAt === undefined ? null : new Date(body.lastAt),
});

function toReply(
  access: DocumentAccess,
  actor: Actor,
  { id: accidentId, accident, room, alarm }: UpdatedAlarm,
): AccidentReply {
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
    mayReopen: state === 'resolved' && mayReopenAccident(actor, { by: resolvedBy }, getPlace(room)),
    documents: [room, alarm].flatMap((document) => access.present(actor, document) ?? []),
  };
}

/** The responder, with an empty name if the actor may not see it. */
export function toResponder(
  by: Responder | null,
  actor: Actor,
): { readonly own: boolean; readonly by: string | null } {
  const own = by?.userId === actor.userId;
  const isShown = own || canSeeResponders(actor);
  return { own, by: by === null || isShown ? (by?.name ?? null) : '' };
}
