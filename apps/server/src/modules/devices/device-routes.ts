import { deviceApi, isFileSerial, refuse, type Actor, type DeviceAddress } from '@yamori/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { subnetOf } from '../../core/http/address-limit.ts';
import { commandOf } from '../../core/http/command-key.ts';
import { serveEndpoint } from '../../core/http/serve-endpoint.ts';
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
export function registerDeviceRoutes(server: FastifyInstance, parts: DeviceRouteParts): void {
  const { devices, placing, randomBytes, now } = parts;

  serveEndpoint(server, deviceApi.register, async ({ body, reply, ...call }) => {
    // What sends through a browser or a file has no key to lose.
    const key = body.connection === 'network' ? newDeviceKey(randomBytes) : null;
    await placing.register(askingOf(call), body, key === null ? null : hashOfDeviceKey(key));
    void reply.header('cache-control', 'no-store');
    return { serial: body.serial, key };
  });

  serveEndpoint(server, deviceApi.newKey, async ({ params, reply, ...call }) => {
    const standing = await devices.standing(call.actor, params.serial);
    if (standing === 'hidden') throw refuse('device-not-found');
    // What stands for a file sends nothing.
    if (standing === 'seen' || isFileSerial(params.serial)) throw refuse('device-forbidden');
    const key = newDeviceKey(randomBytes);
    await devices.setKeyHash(askingOf(call), params.serial, hashOfDeviceKey(key));
    void reply.header('cache-control', 'no-store');
    return { key };
  });

  serveEndpoint(server, deviceApi.place, ({ params, body, ...call }) =>
    placing.place(askingOf(call), params.serial, body.roomId),
  );

  serveEndpoint(server, deviceApi.retire, ({ params, body, ...call }) =>
    placing.retire(askingOf(call), params.serial, body.retired ? now() : null),
  );

  serveEndpoint(server, deviceApi.remove, ({ params, ...call }) =>
    placing.remove(askingOf(call), params.serial),
  );

  serveDeviceReads(server, parts);
}

function serveDeviceReads(
  server: FastifyInstance,
  { stays, recorded, alike, address }: DeviceRouteParts,
): void {
  serveEndpoint(server, deviceApi.staysOfDevice, ({ actor, params }) =>
    stays.ofDevice(actor, params.serial),
  );

  serveEndpoint(server, deviceApi.staysInRoom, ({ actor, params }) =>
    stays.ofRoom(actor, params.roomId),
  );

  serveEndpoint(server, deviceApi.recorded, ({ actor, params }) =>
    recorded.ofDevice(actor, params.serial),
  );

  serveEndpoint(server, deviceApi.alike, async ({ actor, params }) => ({
    documents: [...(await alike(actor, params.serial))],
  }));

  serveEndpoint(server, deviceApi.address, () => address);
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
