import { mayAnswerCall, refuse } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { DocumentAccess } from '../../documents/document-access.ts';
import { requireActor } from '../../http/request-actor.ts';
import type { Bus } from '../../messaging/bus.ts';
import { CALL_CLEARED } from './ward.ts';

const params = z.object({ roomId: z.string().min(1).max(128) });
const reply = z.object({ accepted: z.literal(true) });

/** `POST /api/rooms/{roomId}/call/answer`: somebody has gone to see why the room called; the call no longer stands. */
export function registerLiveRoutes(server: FastifyInstance, { access, bus }: { readonly access: DocumentAccess; readonly bus: Bus }): void {
  server.post('/api/rooms/:roomId/call/answer', { schema: { params, response: { 200: reply } } }, async (request) => {
    const actor = requireActor(request);
    const { roomId } = params.parse(request.params);
    const [room] = await access.read(actor, [`room/${roomId}`]);
    if (room === null || room === undefined) throw refuse('document-not-found');
    if (!mayAnswerCall(actor)) throw refuse('document-forbidden');
    bus.publish(CALL_CLEARED, new TextEncoder().encode(roomId));
    return { accepted: true as const };
  });
}
