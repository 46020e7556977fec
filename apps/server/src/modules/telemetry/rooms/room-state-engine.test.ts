import { readFileSync } from 'node:fs';
import type { DeviceStatus, Press, RoomFacts } from '@yamori/domain';
import { encodeFrame, loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import {
  deviceSubject,
  encodeDeviceEvent,
  frameSubject,
} from '../../../core/messaging/device-event.ts';
import { createInProcessBus } from '../../../core/messaging/in-process-bus.ts';
import type { Reception } from './device-silence.ts';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';
import type { LiveUpdate } from './live-collector.ts';
import { createRoomStateEngine } from './room-state-engine.ts';

const button = {
  streamId: 3,
  kind: 'button',
  channels: 1,
  unit: '',
  sampleRateHz: 0,
  scale: 1,
  offset: 0,
};
const temperature = {
  streamId: 5,
  kind: 'temperature',
  channels: 1,
  unit: '°C',
  sampleRateHz: 1,
  scale: 0.01,
  offset: 0,
};
const aDevice = (serial: string, roomId: string | null): LiveDevice => ({
  serial,
  roomId,
  streams: [button, temperature],
  lastStatus: null,
  rootDomainId: 'r',
  domainId: 'd',
  typeId: 'bed',
  keyHash: null,
});

async function anEngine(devices: LiveDevice[], roomIds: string[]) {
  const bus = createInProcessBus(pino({ level: 'silent' }));
  const state = {
    nowMs: 1_800_000_000_000,
    revision: 1,
    devices: new Map(devices.map((device) => [device.serial, device])),
    failing: false,
    takesCalls: true,
    reception: 'yes' as Reception,
  };
  const clock = { nowMs: () => state.nowMs };
  const written: LiveUpdate[] = [];
  const facts: RoomFacts[] = [];
  const presses: { readonly roomId: string; readonly press: Press }[] = [];
  const directory: LiveDirectory = {
    devices: () => state.devices,
    rooms: () => new Map(roomIds.map((roomId) => [roomId, { live: null }])),
    revision: () => state.revision,
    close: () => undefined,
  };
  const engine = createRoomStateEngine({
    bus,
    clock,
    directory,
    leases: {
      owns: () => true,
      getEpoch: () => 1,
      revision: () => 0,
    },
    decoder: await loadFrameDecoder(readFileSync(decoderWasmUrl())),
    elapsedMs: () => state.nowMs,
    reception: () => state.reception,
    ringLimits: { keepSeconds: 30, maxBytes: 100_000 },
    write: async (updates) => {
      if (state.failing) throw new Error('database unavailable');
      written.push(...updates);
    },
    press: async (roomId, press) => {
      if (state.failing) throw new Error('database unavailable');
      if (state.takesCalls) presses.push({ roomId, press });
      return state.takesCalls;
    },
    observer: {
      observe: (rooms) => facts.push(...[...rooms.values()].map((room) => room.facts)),
      happened: () => undefined,
      replayed: () => undefined,
      missed: () => undefined,
      hasUnstored: () => false,
    },
    onWriteFailed: () => undefined,
  });
  const send = (serial: string, streamId: number, value: number): void => {
    bus.publish(
      frameSubject(serial),
      encodeFrame({
        streamId,
        sequence: state.nowMs % 1e9,
        deviceTimeUs: state.nowMs * 1000,
        channels: [Int16Array.of(value)],
      }),
    );
  };
  const pass = async (seconds: number, eachSecond: () => void = () => undefined): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      state.nowMs += 1000;
      eachSecond();
      await engine.tick();
    }
  };
  const lastRoom = (roomId: string) =>
    written
      .flatMap((update) =>
        update.kind === 'room' && update.roomId === roomId ? [update.live] : [],
      )
      .at(-1);
  const lastDevice = (serial: string) =>
    written
      .flatMap((update) =>
        update.kind === 'device' && update.serial === serial ? [update.status] : [],
      )
      .at(-1);
  await engine.tick();
  const lastFacts = () => facts.at(-1);
  return { bus, state, engine, written, presses, send, pass, lastRoom, lastDevice, lastFacts };
}

describe('createRoomStateEngine', () => {
  it('shows a room without devices as undeployed and a silent new device as offline', async () => {
    const { pass, lastRoom } = await anEngine([aDevice('A-1', 'room-1')], ['room-1', 'room-2']);
    await pass(1);
    expect(lastRoom('room-1')).toMatchObject({ fault: 'deviceOffline', faultSerial: 'A-1' });
    expect(lastRoom('room-2')).toMatchObject({ fault: 'undeployed', faultSerial: null });
  });

  it('sets a device online with its first frame and offline after 15 silent seconds', async () => {
    const { pass, send, state, lastDevice, lastRoom } = await anEngine(
      [aDevice('A-1', 'room-1')],
      ['room-1'],
    );
    await pass(3, () => send('A-1', 5, 3650));
    expect(lastDevice('A-1')).toMatchObject({ online: true, fault: 'none' });
    expect(lastRoom('room-1')).toMatchObject({ fault: 'none' });
    const silentSince = state.nowMs;
    await pass(15);
    expect(lastRoom('room-1')).toMatchObject({ fault: 'none' });
    await pass(1);
    expect(lastRoom('room-1')).toMatchObject({
      fault: 'deviceOffline',
      faultSince: new Date(silentSince + 16_000),
    });
    expect(lastDevice('A-1')).toMatchObject({ online: false, onlineSince: null });
  });

  const offlineReport = (serial: string, atMs: number, lastWill: boolean) =>
    encodeDeviceEvent({
      kind: 'status',
      serial,
      atMs,
      report: { online: false },
      lastWill,
      clockOffsetSeconds: null,
      appliedOffsetSeconds: 0,
      framesReceived: 2,
      framesRefused: 0,
    });

  it('sets a device offline immediately when the device signs off', async () => {
    const { bus, pass, send, state, lastRoom } = await anEngine(
      [aDevice('A-1', 'room-1')],
      ['room-1'],
    );
    await pass(2, () => send('A-1', 5, 3650));
    bus.publish(deviceSubject('A-1'), offlineReport('A-1', state.nowMs, false));
    await pass(1);
    expect(lastRoom('room-1')).toMatchObject({ fault: 'deviceOffline' });
  });

  it('waits for silence after a closed connection: the device may reconnect', async () => {
    const { bus, pass, send, state, lastRoom } = await anEngine(
      [aDevice('A-1', 'room-1')],
      ['room-1'],
    );
    await pass(2, () => send('A-1', 5, 3650));
    bus.publish(deviceSubject('A-1'), offlineReport('A-1', state.nowMs, true));
    bus.publish(
      deviceSubject('A-1'),
      encodeDeviceEvent({ kind: 'disconnected', serial: 'A-1', atMs: state.nowMs, reason: 'lost' }),
    );
    await pass(15);
    expect(lastRoom('room-1')).toMatchObject({ fault: 'none' });
    await pass(1);
    expect(lastRoom('room-1')).toMatchObject({ fault: 'deviceOffline' });
  });

  it('gives no verdict on a device while it cannot hear any, and for a grace period afterwards', async () => {
    const { pass, send, state, lastRoom, lastDevice } = await anEngine(
      [aDevice('A-1', 'room-1')],
      ['room-1'],
    );
    await pass(2, () => send('A-1', 5, 3650));
    state.reception = 'no';
    await pass(40);
    state.reception = 'yes';
    await pass(15);
    expect(lastRoom('room-1')).toMatchObject({ fault: 'none' });
    expect(lastDevice('A-1')).toMatchObject({ online: true });
    await pass(1);
    expect(lastRoom('room-1')).toMatchObject({ fault: 'deviceOffline' });
  });

  const stored = (online: boolean): DeviceStatus => ({
    online,
    onlineSince: null,
    lastFrameAt: new Date(1_799_999_000_000),
    lastHeartbeatAt: null,
    batteryPercent: null,
    signalDbm: null,
    fault: online ? 'none' : 'deviceOffline',
    faultSince: new Date(1_799_999_000_000),
    clockOffsetSeconds: null,
    framesReceived: 1,
    framesRefused: 0,
  });

  it('continues the stored verdict on a silent device until it hears the device', async () => {
    const device = { ...aDevice('A-1', 'room-1'), lastStatus: stored(false) };
    const { pass, send, lastFacts } = await anEngine([device], ['room-1']);
    await pass(1);
    expect(lastFacts()).toMatchObject({ deviceOffline: 'A-1', areDevicesUnknown: false });
    await pass(1, () => send('A-1', 5, 3650));
    expect(lastFacts()).toMatchObject({ deviceOffline: null, areDevicesUnknown: false });
  });

  it('knows nothing of a device that was online before the handover, until 15 silent seconds', async () => {
    const device = { ...aDevice('A-1', 'room-1'), lastStatus: stored(true) };
    const { pass, lastFacts } = await anEngine([device], ['room-1']);
    await pass(15);
    expect(lastFacts()).toMatchObject({ deviceOffline: null, areDevicesUnknown: true });
    await pass(1);
    expect(lastFacts()).toMatchObject({ deviceOffline: 'A-1', areDevicesUnknown: false });
  });

  it('reports a low battery, a detached sensor and a wrong clock', async () => {
    const { bus, pass, state, lastRoom, lastDevice } = await anEngine(
      [aDevice('A-1', 'room-1')],
      ['room-1'],
    );
    const report = (more: object): void =>
      bus.publish(
        deviceSubject('A-1'),
        encodeDeviceEvent({
          kind: 'status',
          serial: 'A-1',
          atMs: state.nowMs,
          report: { online: true, ...more },
          lastWill: false,
          clockOffsetSeconds: -7200,
          appliedOffsetSeconds: -7200,
          framesReceived: 0,
          framesRefused: 3,
        }),
      );
    await pass(1, () => report({ batteryPercent: 12 }));
    expect(lastRoom('room-1')).toMatchObject({ fault: 'batteryLow' });
    expect(lastDevice('A-1')).toMatchObject({
      batteryPercent: 12,
      clockOffsetSeconds: -7200,
      framesRefused: 3,
    });
    await pass(1, () => report({ batteryPercent: 12, sensorsOff: [5] }));
    expect(lastRoom('room-1')).toMatchObject({ fault: 'sensorOff' });
  });

  it('reports each press once, with its device time and server time', async () => {
    const { pass, send, presses, state } = await anEngine([aDevice('A-1', 'room-1')], ['room-1']);
    send('A-1', 3, 1);
    const first = new Date(state.nowMs);
    await pass(5);
    expect(presses).toEqual([
      {
        roomId: 'room-1',
        press: {
          serial: 'A-1',
          streamId: 3,
          sequence: first.getTime() % 1e9,
          deviceTimeUs: first.getTime() * 1000,
          at: first,
        },
      },
    ]);
    send('A-1', 3, 3);
    await pass(5);
    expect(presses).toHaveLength(2);
  });

  it('reports a press synchronously with its frame, before the next tick', async () => {
    const { send, presses, pass } = await anEngine([aDevice('A-1', 'room-1')], ['room-1']);
    send('A-1', 3, 1);
    expect(presses).toHaveLength(1);
    await pass(3);
    expect(presses).toHaveLength(1);
  });

  it.each([
    ['while the room takes no call yet', { takesCalls: false }],
    ['while the database is unavailable', { failing: true }],
  ])('retries a press %s', async (_name, trouble) => {
    const { pass, send, presses, state } = await anEngine([aDevice('A-1', 'room-1')], ['room-1']);
    Object.assign(state, trouble);
    send('A-1', 3, 1);
    await pass(3);
    expect(presses).toEqual([]);
    Object.assign(state, { takesCalls: true, failing: false });
    await pass(3);
    expect(presses).toHaveLength(1);
  });

  it('writes rarely while little changes, but refreshes the times', async () => {
    const { pass, send, written } = await anEngine([aDevice('A-1', 'room-1')], ['room-1']);
    await pass(10, () => send('A-1', 5, 3650));
    const before = written.length;
    await pass(20, () => send('A-1', 5, 3650));
    const rooms = written.slice(before).filter((update) => update.kind === 'room').length;
    expect(rooms).toBeGreaterThanOrEqual(3);
    expect(rooms).toBeLessThanOrEqual(6);
  });

  it('writes the newest state once the database is back', async () => {
    const { pass, send, state, engine, lastRoom } = await anEngine(
      [aDevice('A-1', 'room-1')],
      ['room-1'],
    );
    state.failing = true;
    await pass(3, () => send('A-1', 5, 3650));
    expect(lastRoom('room-1')).toMatchObject({ fault: 'deviceOffline' });
    expect(engine.counts().failedWrites).toBe(3);
    state.failing = false;
    await pass(1, () => send('A-1', 5, 3650));
    expect(lastRoom('room-1')).toMatchObject({ fault: 'none' });
  });

  it('follows a device that is moved to another room', async () => {
    const { pass, send, state, lastRoom } = await anEngine(
      [aDevice('A-1', 'room-1')],
      ['room-1', 'room-2'],
    );
    await pass(2, () => send('A-1', 5, 3650));
    state.devices = new Map([['A-1', aDevice('A-1', 'room-2')]]);
    state.revision += 1;
    await pass(2, () => send('A-1', 5, 3650));
    expect(lastRoom('room-1')).toMatchObject({ fault: 'undeployed' });
    expect(lastRoom('room-2')).toMatchObject({ fault: 'none' });
  });
});

describe('createRoomStateEngine with many devices', () => {
  it('yields during a tick and does not start a second one', async () => {
    const devices = Array.from({ length: 40 }, (_, index) =>
      aDevice(`A-${index}`, `room-${index}`),
    );
    const { engine, state, written } = await anEngine(
      devices,
      devices.map((device) => device.roomId ?? ''),
    );
    const before = written.length;
    state.nowMs += 20_000;
    const seen: string[] = [];
    const between = setImmediate(() => seen.push('others'));
    await Promise.all([
      engine.tick().then(() => seen.push('first')),
      engine.tick().then(() => seen.push('second')),
    ]);
    clearImmediate(between);
    expect(seen).toEqual(['second', 'others', 'first']);
    expect(written.length).toBe(before);
    for (const device of devices) state.devices.set(device.serial, { ...device, roomId: null });
    state.revision += 1;
    await engine.tick();
    expect(
      written
        .slice(before)
        .filter((update) => update.kind === 'room')
        .map((update) => update.live.fault),
    ).toEqual(devices.map(() => 'undeployed'));
  });
});
