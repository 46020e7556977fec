import {
  accidentApi,
  endpoint,
  IDEMPOTENCY_PROBLEMS,
  mayHandleAccident,
  mayReopenAccident,
  type Accident,
  type AccidentPlace,
  type Actor,
} from '@yamori/domain';
import { z } from 'zod';
import { getPlace } from '../../core/documents/room-place.ts';
import { route, type Route } from '../../core/http/route.ts';
import type { AlarmRepository, Authorise, UpdatedAlarm } from './repository.ts';
import {
  mayReopen,
  mayWithdraw,
  toAuthorise,
  toCaller,
  toResponder,
  type AlarmRouteDeps,
} from './routes.ts';
import type { AlarmCommand, AlarmService } from './service.ts';

/*
 * The paths of nurse calls up to contract version 13. A page of that version sends its commands
 * there until it is reloaded, and commands that waited in a browser during the update are sent
 * there afterwards. Remove this file with contract version 15.
 */

const VERBS = ['answer', 'withdraw', 'finish', 'reopen'] as const;
type Verb = (typeof VERBS)[number];

const reply = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('ringing') }),
  z.strictObject({ state: z.literal('answering'), by: z.string(), own: z.boolean() }),
  z.strictObject({ state: z.literal('answered'), mayReopen: z.boolean() }),
]);
type Reply = z.infer<typeof reply>;

const earlierEndpoint = (verb: Verb) =>
  endpoint({
    method: 'POST',
    path: `/api/rooms/:roomId/call/${verb}`,
    summary: 'Earlier path of a command about a nurse call',
    caller: 'member',
    params: accidentApi.report.params,
    body: z.strictObject({ calledAt: z.iso.datetime().optional() }).nullish(),
    reply,
    problems: [
      'document-not-found',
      'document-forbidden',
      'document-conflict',
      ...IDEMPOTENCY_PROBLEMS,
    ],
  });

type EarlierPathDeps = AlarmRouteDeps & { readonly repository: AlarmRepository };

export const earlierCallPaths = (deps: EarlierPathDeps): readonly Route[] =>
  VERBS.map((verb) =>
    route(earlierEndpoint(verb), async ({ actor, params: { roomId }, body, request }) => {
      const authorise = toAuthorise(deps.access, actor, MAY[verb]);
      const call = await readCall(deps.repository, roomId, authorise);
      if (call === null) return { state: 'none' } as const;
      const known = await act(deps.service, verb, call.accident, {
        roomId,
        accidentId: call.id,
        ...(await toCaller(deps, actor, request, MAY[verb])),
        seen: body?.calledAt === undefined ? null : new Date(body.calledAt),
      });
      return toReply(known ?? call, actor, getPlace(call.room));
    }),
  );

const MAY = {
  answer: mayHandleAccident,
  withdraw: mayWithdraw,
  finish: mayHandleAccident,
  reopen: mayReopen,
};

type Call = Pick<UpdatedAlarm, 'id' | 'accident' | 'room'>;

/** The open call of a room, else the last one; null before the first. */
async function readCall(
  repository: AlarmRepository,
  roomId: string,
  authorise: Authorise,
): Promise<Call | null> {
  const room = await repository.readRoom({ roomId, authorise });
  const call = (await room?.findOpen('call')) ?? (await room?.findLast('call')) ?? null;
  return room === null || call === null ? null : { ...call, room: room.documents.room };
}

/** Null if the command does nothing. */
async function act(
  service: AlarmService,
  verb: Verb,
  { state }: Accident,
  command: AlarmCommand,
): Promise<UpdatedAlarm | null> {
  switch (verb) {
    case 'answer':
      return service.acknowledge(command);
    case 'withdraw':
      return service.withdraw(command);
    case 'finish':
      // Only a call with a responder could be finished.
      return state === 'raised' ? null : service.resolve(command, { outcome: 'helped' });
    case 'reopen':
      return service.reopen(command);
  }
}

function toReply({ accident }: Pick<Call, 'accident'>, actor: Actor, place: AccidentPlace): Reply {
  switch (accident.state) {
    case 'raised':
      return { state: 'ringing' };
    case 'acknowledged':
    case 'arrived':
      return toAnswering(toResponder(accident.acknowledgedBy, actor));
    case 'resolved':
      return {
        state: 'answered',
        mayReopen: mayReopenAccident(actor, { by: accident.resolvedBy }, place),
      };
  }
}

const toAnswering = ({ own, by }: ReturnType<typeof toResponder>): Reply => ({
  state: 'answering',
  own,
  by: by ?? '',
});
