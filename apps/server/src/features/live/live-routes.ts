import { mayAnswerCall, refuse } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DoOnce } from '../../database/command-answers.ts';
import type { DocumentAccess } from '../../documents/document-access.ts';
import { commandOf } from '../../http/command-key.ts';
import { requireActor } from '../../http/request-actor.ts';
import type { Bus } from '../../messaging/bus.ts';
import { CALL_CLEARED, encodeCallCleared } from './call-cleared.ts';

const params = z.object({ roomId: z.string().min(1).max(128) });
/** The call that is answered: an answer that was queued offline must not clear a newer one. */
const body = z.strictObject({ calledAt: z.iso.datetime().optional() }).nullish();
const reply = z.object({ accepted: z.literal(true) });

/** `POST /api/rooms/{roomId}/call/answer`: somebody has gone to see why the room called; the call no longer stands. */
export function registerLiveRoutes(server: FastifyInstance, { access, bus, doOnce }: { readonly access: DocumentAccess; readonly bus: Bus; readonly doOnce: DoOnce }): void {
  server.post('/api/rooms/:roomId/call/answer', { schema: { params, body, response: { 200: reply } } }, async (request) => {
    const actor = requireActor(request);
    const { roomId } = params.parse(request.params);
    const { calledAt } = body.parse(request.body) ?? {};
    const [room] = await access.read(actor, [`room/${roomId}`]);
    if (room === null || room === undefined) throw refuse('document-not-found');
    if (!mayAnswerCall(actor)) throw refuse('document-forbidden');
    return doOnce(commandOf(request, actor), async () => {
      bus.publish(CALL_CLEARED, encodeCallCleared({ roomId, calledAtMs: calledAt === undefined ? null : Date.parse(calledAt) }));
      return { accepted: true as const };
    }, (answer) => reply.parse(answer));
  });
}
