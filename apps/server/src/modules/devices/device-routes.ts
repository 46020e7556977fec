import { deviceApi, isFileSerial, refuse, type Actor, type DeviceAddress } from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import { subnetOf } from '../../core/http/address-limit.ts';
import { commandOf } from '../../core/http/command-key.ts';
import { route, type Route } from '../../core/http/route.ts';
import type { AlikeStore } from './alike-store.ts';
import { hashOfDeviceKey, newDeviceKey } from './device-key.ts';
import type { Asking, DevicePlacing } from './device-placing.ts';
import type { DeviceStore } from './device-store.ts';
import type { RecordedStore } from './recorded-store.ts';
import type { StayStore } from './stay-store.ts';

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

/** Commands about devices: registering, keys, places, retirement, removal. */
export function deviceRoutes(parts: DeviceRouteParts): readonly Route[] {
  const { devices, placing, randomBytes, now } = parts;
  return [
    route(deviceApi.register, async ({ body, reply, ...call }) => {
      // What sends through a browser or a file has no key to lose.
      const key = body.connection === 'network' ? newDeviceKey(randomBytes) : null;
      await placing.register(askingOf(call), body, key === null ? null : hashOfDeviceKey(key));
      void reply.header('cache-control', 'no-store');
      return { serial: body.serial, key };
    }),

    route(deviceApi.newKey, async ({ params, reply, ...call }) => {
      const standing = await devices.standing(call.actor, params.serial);
      if (standing === 'hidden') throw refuse('device-not-found');
      // What stands for a file sends nothing.
      if (standing === 'seen' || isFileSerial(params.serial)) throw refuse('device-forbidden');
      const key = newDeviceKey(randomBytes);
      await devices.setKeyHash(askingOf(call), params.serial, hashOfDeviceKey(key));
      void reply.header('cache-control', 'no-store');
      return { key };
    }),

    route(deviceApi.place, ({ params, body, ...call }) =>
      placing.place(askingOf(call), params.serial, body.roomId),
    ),

    route(deviceApi.retire, ({ params, body, ...call }) =>
      placing.retire(askingOf(call), params.serial, body.retired ? now() : null),
    ),

    route(deviceApi.remove, ({ params, ...call }) => placing.remove(askingOf(call), params.serial)),

    ...deviceReadRoutes(parts),
  ];
}

function deviceReadRoutes({ stays, recorded, alike, address }: DeviceRouteParts): readonly Route[] {
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

const askingOf = ({
  actor,
  request,
}: {
  readonly actor: Actor;
  readonly request: FastifyRequest;
}): Asking => ({
  actor,
  author: { command: commandOf(request, actor), address: subnetOf(request.ip) },
});
