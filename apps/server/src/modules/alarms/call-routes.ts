import {
  CALL_VERBS,
  callApi,
  mayAnswerCall,
  mayFinishCall,
  mayReopenCall,
  mayWithdrawAnswer,
  refuse,
  seesCarers,
  type Actor,
  type CallPlace,
  type CallReply,
  type CallVerb,
  type RoomCall,
} from '@yamori/domain';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { carerOf, placeOfRoom } from '../../core/documents/room-place.ts';
import { subnetOf } from '../../core/http/address-limit.ts';
import { commandOf } from '../../core/http/command-key.ts';
import { route, type Route } from '../../core/http/route.ts';
import type { AskedOfCall, RoomCalls } from './room-calls.ts';

type LiveRouteParts = {
  readonly access: DocumentAccess;
  readonly store: DocumentStore;
  readonly calls: Omit<RoomCalls, 'press'>;
};

export const callRoutes = (parts: LiveRouteParts): readonly Route[] =>
  CALL_VERBS.map((verb) =>
    route(callApi[verb], async ({ actor, params: { roomId }, body, request }) => {
      const [room] = await parts.access.read(actor, [`room/${roomId}`]);
      if (room === null || room === undefined) throw refuse('document-not-found');
      const place = await placeOfRoom(parts.store, room.data['domainId']);
      if (!MAY[verb](actor, place)) throw refuse('document-forbidden');
      const author = { actor, command: commandOf(request, actor), address: subnetOf(request.ip) };
      const calledAt = body?.calledAt;
      const call = await ask(parts, { actor, place }, verb, {
        roomId,
        seen: calledAt === undefined ? null : new Date(calledAt),
        author,
      });
      return replyOf(call, { actor, place });
    }),
  );

/**
 * Asked before a call is looked at; whose answer is taken back is asked of the call as it stands.
 */
const MAY: Readonly<Record<CallVerb, (actor: Actor, place: CallPlace) => boolean>> = {
  answer: mayAnswerCall,
  withdraw: mayAnswerCall,
  finish: mayFinishCall,
  reopen: mayFinishCall,
};

type Asking = { readonly actor: Actor; readonly place: CallPlace };

async function ask(
  { calls, store }: LiveRouteParts,
  { actor, place }: Asking,
  verb: CallVerb,
  asked: AskedOfCall,
): Promise<RoomCall | null> {
  switch (verb) {
    case 'answer':
      return calls.answer(asked, await carerOf(store, actor));
    case 'withdraw':
      return calls.withdraw(asked, (call) => {
        if (!mayWithdrawAnswer(actor, call, place)) throw refuse('document-forbidden');
      });
    case 'finish':
      return calls.finish(asked, await carerOf(store, actor));
    case 'reopen':
      return calls.reopen(asked, (call) => {
        if (!mayReopenCall(actor, call, place)) throw refuse('document-forbidden');
      });
  }
}

function replyOf(call: RoomCall | null, { actor, place }: Asking): CallReply {
  if (call === null) return { state: 'none' };
  if (call.state === 'ringing') return { state: call.state };
  if (call.state === 'answered')
    return { state: call.state, mayReopen: mayReopenCall(actor, call, place) };
  const own = call.by.userId === actor.userId;
  return { state: call.state, by: own || seesCarers(actor) ? call.by.name : '', own };
}
