import { readFileSync } from 'node:fs';
import { encodeFrame, loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import { createInProcessBus } from '../../../core/messaging/in-process-bus.ts';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';
import type { LiveUpdate } from './live-collector.ts';
import { createRoomStateEngine } from './room-state-engine.ts';

const temperature = {
  streamId: 5,
  kind: 'temperature',
  channels: 1,
  unit: '°C',
  sampleRateHz: 1,
  scale: 0.01,
  offset: 0,
};

describe('createRoomStateEngine after a handover', () => {
  it('rewrites the status of a returning device when its document is out of date', async () => {
    const bus = createInProcessBus(pino({ level: 'silent' }));
    const state = {
      nowMs: 1_800_000_000_000,
      revision: 1,
      own: true,
      stands: null as LiveDevice['lastStatus'],
    };
    const written: LiveUpdate[] = [];
    const directory: LiveDirectory = {
      devices: () =>
        new Map([
          [
            'A-1',
            {
              serial: 'A-1',
              roomId: 'room-1',
              streams: [temperature],
              lastStatus: state.stands,
              rootDomainId: 'r',
              domainId: 'd',
              typeId: 'bed',
              keyHash: null,
            },
          ],
        ]),
      rooms: () => new Map([['room-1', { live: null }]]),
      revision: () => state.revision,
      close: () => undefined,
    };
    const engine = createRoomStateEngine({
      bus,
      directory,
      clock: { nowMs: () => state.nowMs },
      elapsedMs: () => state.nowMs,
      reception: () => 'yes',
      leases: {
        owns: () => state.own,
        getEpoch: () => (state.own ? 1 : null),
        revision: () => 0,
      },
      decoder: await loadFrameDecoder(readFileSync(decoderWasmUrl())),
      ringLimits: { keepSeconds: 30, maxBytes: 100_000 },
      write: async (updates) => {
        written.push(...updates);
      },
      press: async () => true,
      onWriteFailed: (error) => {
        throw error;
      },
    });
    const second = async (): Promise<void> => {
      state.nowMs += 1000;
      bus.publish(
        frameSubject('A-1'),
        encodeFrame({
          streamId: 5,
          sequence: state.nowMs % 1e9,
          deviceTimeUs: state.nowMs * 1000,
          channels: [Int16Array.of(3650)],
        }),
      );
      await engine.tick();
    };
    const lastStatus = () =>
      written.flatMap((update) => (update.kind === 'device' ? [update.status] : [])).at(-1) ?? null;
    await engine.tick();
    for (let passed = 0; passed < 3; passed++) await second();
    const online = lastStatus();
    expect(online).toMatchObject({ online: true, fault: 'none' });

    // The other server considered the device lost, and stopped.
    Object.assign(state, { own: false, revision: 2 });
    await second();
    if (online === null) return;
    Object.assign(state, {
      own: true,
      revision: 3,
      stands: { ...online, online: false, fault: 'deviceOffline' },
    });
    written.length = 0;
    for (let passed = 0; passed < 2; passed++) await second();
    expect(lastStatus()).toMatchObject({ online: true, fault: 'none' });
    engine.close();
  });
});
