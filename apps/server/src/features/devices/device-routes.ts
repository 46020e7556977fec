import {
  deviceAddressReply,
  deviceCollection,
  deviceKeyReply,
  isFileSerial,
  listReply,
  placeDeviceCall,
  recordedReply,
  refuse,
  registerDeviceCall,
  registerDeviceReply,
  retireDeviceCall,
  stayList,
  type DeviceAddress,
} from '@yamori/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { subnetOf } from '../../http/address-limit.ts';
import { commandOf } from '../../http/command-key.ts';
import { requireActor } from '../../http/request-actor.ts';
import type { AlikeStore } from './alike-store.ts';
import { hashOfDeviceKey, newDeviceKey } from './device-key.ts';
import type { Asking, DevicePlacing } from './device-placing.ts';
import type { DeviceStore } from './device-store.ts';
import type { RecordedStore } from './recorded-store.ts';
import type { StayStore } from './stay-store.ts';

const params = z.object({
  serial: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[^/]*$/),
});
/** Of a label, copied by hand: in whatever case, but of the form of a serial. */
const typedParams = deviceCollection.schema.pick({ serial: true });
const roomParams = z.object({
  roomId: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[^/]*$/),
});

export type DeviceRouteParts = {
  readonly devices: DeviceStore;
  readonly placing: DevicePlacing;
  readonly stays: StayStore;
  readonly recorded: RecordedStore;
  readonly alike: AlikeStore;
  readonly address: DeviceAddress;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;
};

/**
 * Commands about devices: registering, keys, where one stands, out of use, gone
 * (contract/device-messages.ts).
 */
export function registerDeviceRoutes(plain: FastifyInstance, parts: DeviceRouteParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const { devices, randomBytes } = parts;

  server.post(
    '/api/devices',
    { schema: { body: registerDeviceCall, response: { 200: registerDeviceReply } } },
    async (request, reply) => {
      // What sends through a browser or a file has no key to lose.
      const key = request.body.connection === 'network' ? newDeviceKey(randomBytes) : null;
      await parts.placing.register(
        askingOf(request),
        request.body,
        key === null ? null : hashOfDeviceKey(key),
      );
      void reply.header('cache-control', 'no-store');
      return { serial: request.body.serial, key };
    },
  );

  // `POST /api/devices/{serial}/key`: a new key for a device, told this once. The key before it
  // stops working.
  server.post(
    '/api/devices/:serial/key',
    { schema: { params, response: { 200: deviceKeyReply } } },
    async (request, reply) => {
      const { serial } = request.params;
      const actor = requireActor(request);
      const standing = await devices.standing(actor, serial);
      if (standing === 'hidden') throw refuse('device-not-found');
      // What stands for a file sends nothing.
      if (standing === 'seen' || isFileSerial(serial)) throw refuse('device-forbidden');
      const key = newDeviceKey(randomBytes);
      await devices.setKeyHash(askingOf(request), serial, hashOfDeviceKey(key));
      void reply.header('cache-control', 'no-store');
      return { key };
    },
  );

  registerPlacingRoutes(plain, parts);
}

function registerPlacingRoutes(
  plain: FastifyInstance,
  { placing, stays, recorded, alike, address, now }: DeviceRouteParts,
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    '/api/devices/:serial/room',
    { schema: { params, body: placeDeviceCall } },
    async (request, reply) => {
      await placing.place(askingOf(request), request.params.serial, request.body.roomId);
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/devices/:serial/retirement',
    { schema: { params, body: retireDeviceCall } },
    async (request, reply) => {
      await placing.retire(
        askingOf(request),
        request.params.serial,
        request.body.retired ? now() : null,
      );
      return reply.code(204).send();
    },
  );

  server.post('/api/devices/:serial/removal', { schema: { params } }, async (request, reply) => {
    await placing.remove(askingOf(request), request.params.serial);
    return reply.code(204).send();
  });

  server.get(
    '/api/devices/:serial/stays',
    { schema: { params, response: { 200: stayList } } },
    (request) => stays.ofDevice(requireActor(request), request.params.serial),
  );

  server.get(
    '/api/devices/:serial/recorded',
    { schema: { params, response: { 200: recordedReply } } },
    (request) => recorded.ofDevice(requireActor(request), request.params.serial),
  );

  // The device of that serial, and those whose serials differ from it by case alone, as far as they
  // are seen.
  server.get(
    '/api/devices/:serial/alike',
    { schema: { params: typedParams, response: { 200: listReply } } },
    async (request) => ({
      documents: [...(await alike(requireActor(request), request.params.serial))],
    }),
  );

  server.get(
    '/api/rooms/:roomId/stays',
    { schema: { params: roomParams, response: { 200: stayList } } },
    (request) => stays.ofRoom(requireActor(request), request.params.roomId),
  );

  server.get(
    '/api/device-address',
    { schema: { response: { 200: deviceAddressReply } } },
    async (request) => {
      requireActor(request);
      return address;
    },
  );
}

function askingOf(request: FastifyRequest): Asking {
  const actor = requireActor(request);
  return { actor, author: { command: commandOf(request, actor), address: subnetOf(request.ip) } };
}
