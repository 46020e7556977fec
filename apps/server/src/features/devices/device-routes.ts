import { deviceKeyReply, refuse } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireActor } from '../../http/request-actor.ts';
import { hashOfDeviceKey, newDeviceKey } from './device-key.ts';
import type { DeviceStore } from './device-store.ts';

const params = z.object({ serial: z.string().min(1).max(40).regex(/^[^/]*$/) });

export type DeviceRouteParts = { readonly devices: DeviceStore; readonly randomBytes: (length: number) => Buffer };

/** `POST /api/devices/{serial}/key`: a new key for a device, told this once. The key before it stops working. */
export function registerDeviceRoutes(server: FastifyInstance, { devices, randomBytes }: DeviceRouteParts): void {
  server.post('/api/devices/:serial/key', { schema: { params, response: { 200: deviceKeyReply } } }, async (request, reply) => {
    const { serial } = params.parse(request.params);
    const actor = requireActor(request);
    const standing = await devices.standing(actor, serial);
    if (standing === 'hidden') throw refuse('device-not-found');
    if (standing === 'seen') throw refuse('device-forbidden');
    const key = newDeviceKey(randomBytes);
    await devices.setKeyHash(serial, hashOfDeviceKey(key), actor);
    void reply.header('cache-control', 'no-store');
    return { key };
  });
}
