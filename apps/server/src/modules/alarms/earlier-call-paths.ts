import {
  accidentApi,
  endpoint,
  IDEMPOTENCY_PROBLEMS,
  mayHandleAccident,
  mayReopenAccident,
  refuse,
} from '@yamori/domain';
import { z } from 'zod';
import { route, type Route } from '../../core/http/route.ts';
import type { AlarmRepository, KnownAlarm } from './repository.ts';
import {
  readPlace,
  requireMayReopen,
  requireMayWithdraw,
  toCommand,
  toResponder,
  type AlarmRouteDeps,
  type Caller,
} from './routes.ts';
import type { AlarmCommand } from './service.ts';

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
      const place = await readPlace(deps, actor, roomId);
      if (!mayHandleAccident(actor, place)) throw refuse('document-forbidden');
      const call = await readCall(deps.repository, roomId);
      if (call === null) return { state: 'none' } as const;
      const command = {
        ...(await toCommand(deps, { actor, request }, roomId)),
        accidentId: call.id,
        seen: body?.calledAt === undefined ? null : new Date(body.calledAt),
      };
      return toReply(await act(deps, verb, command, call, { actor, place }), { actor, place });
    }),
  );

/** The open call of a room, else the last one; null before the first. */
async function readCall(repository: AlarmRepository, roomId: string): Promise<KnownAlarm | null> {
  const room = await repository.readRoom(roomId);
  return (await room?.findOpen('call')) ?? (await room?.findLast('call')) ?? null;
}

async function act(
  { service }: EarlierPathDeps,
  verb: Verb,
  command: AlarmCommand,
  call: KnownAlarm,
  caller: Caller,
): Promise<KnownAlarm> {
  switch (verb) {
    case 'answer':
      return service.acknowledge(command);
    case 'withdraw':
      return service.withdraw(command, requireMayWithdraw(caller));
    case 'finish':
      // Only a call with a responder could be finished.
      return call.accident.state === 'raised'
        ? call
        : service.resolve(command, { outcome: 'helped' });
    case 'reopen':
      return service.reopen(command, requireMayReopen(caller));
  }
}

function toReply({ accident }: KnownAlarm, { actor, place }: Caller): Reply {
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
