import {
  deviceApi,
  isFileSerial,
  ProblemError,
  type Actor,
  type DeviceAddress,
} from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import { toSubnet } from '../../core/http/address-limit.ts';
import { readCommand } from '../../core/http/idempotency-key.ts';
import { route, type Route } from '../../core/http/route.ts';
import type { SimilarSerials } from './similar-serials.ts';
import { hashDeviceKey, newDeviceKey } from './device-key.ts';
import type { Requester, DevicePlacing } from './device-placing.ts';
import type { DeviceStore } from './device-store.ts';
import type { RecordedStore } from './recorded-store.ts';
import type { StayStore } from './stay-store.ts';

type DeviceRouteOptions = {
  readonly devices: DeviceStore;
  readonly placing: DevicePlacing;
  readonly stays: StayStore;
  readonly recorded: RecordedStore;
  readonly alike: SimilarSerials;
  readonly address: DeviceAddress;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;
};

/** Routes for devices: registration, keys, rooms, retirement, removal and queries. */
export function deviceRoutes(options: DeviceRouteOptions): readonly Route[] {
  const { devices, placing, randomBytes, now } = options;
  return [
    route(deviceApi.register, async ({ body, reply, ...call }) => {
      // Devices that send through a browser or a file need no key.
      const key = body.connection === 'network' ? newDeviceKey(randomBytes) : null;
      await placing.register(toRequester(call), body, key === null ? null : hashDeviceKey(key));
      void reply.header('cache-control', 'no-store');
      return { serial: body.serial, key };
    }),

    route(deviceApi.newKey, async ({ params, reply, ...call }) => {
      const deviceAccess = await devices.getAccess(call.actor, params.serial);
      if (deviceAccess === 'hidden') throw new ProblemError('device-not-found');
      // A device that represents a file sends nothing and needs no key.
      if (deviceAccess === 'seen' || isFileSerial(params.serial))
        throw new ProblemError('device-forbidden');
      const key = newDeviceKey(randomBytes);
      await devices.setKeyHash(toRequester(call), params.serial, hashDeviceKey(key));
      void reply.header('cache-control', 'no-store');
      return { key };
    }),

    route(deviceApi.place, ({ params, body, ...call }) =>
      placing.place(toRequester(call), params.serial, body.roomId),
    ),

    route(deviceApi.retire, ({ params, body, ...call }) =>
      placing.retire(toRequester(call), params.serial, body.retired ? now() : null),
    ),

    route(deviceApi.remove, ({ params, ...call }) =>
      placing.remove(toRequester(call), params.serial),
    ),

    ...deviceReadRoutes(options),
  ];
}

function deviceReadRoutes({
  stays,
  recorded,
  alike,
  address,
}: DeviceRouteOptions): readonly Route[] {
  return [
    route(deviceApi.staysOfDevice, ({ actor, params }) => stays.ofDevice(actor, params.serial)),

    route(deviceApi.staysInRoom, ({ actor, params }) => stays.ofRoom(actor, params.roomId)),

    route(deviceApi.recorded, ({ actor, params }) => recorded.ofDevice(actor, params.serial)),

    route(deviceApi.alike, async ({ actor, params }) => ({
      documents: [...(await alike(actor, params.serial))],
    })),

    route(deviceApi.address, () => address),
  ];
}

const toRequester = ({
  actor,
  request,
}: {
  readonly actor: Actor;
  readonly request: FastifyRequest;
}): Requester => ({
  actor,
  author: { command: readCommand(request, actor), address: toSubnet(request.ip) },
});
