import { readFileSync } from 'node:fs';
import { encodeFrame, loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { describe, expect, it } from 'vitest';
import { createDeviceVitals } from './device-vitals.ts';

const NOW_MS = 1_800_000_000_000;
const temperature = {
  streamId: 5,
  kind: 'temperature',
  channels: 1,
  unit: '°C',
  sampleRateHz: 1,
  scale: 0.01,
  offset: 0,
};
const createFrame = (second: number, values: Int16Array): Uint8Array =>
  encodeFrame({
    streamId: 5,
    sequence: second,
    deviceTimeUs: (NOW_MS + second * 1000) * 1000,
    channels: [values],
  });

describe('the shared frame decoder', () => {
  it('decodes each device’s frames even if another device’s batch is truncated', async () => {
    const decoder = await loadFrameDecoder(readFileSync(decoderWasmUrl()));
    const [one, other] = [
      createDeviceVitals([temperature], decoder),
      createDeviceVitals([temperature], decoder),
    ];
    for (let second = 0; second < 60; second++) {
      // A long frame without its end, as a broken link between two servers may leave it.
      one.push(
        createFrame(second, new Int16Array(2_000).fill(3900)).subarray(0, 40),
        NOW_MS + second * 1000,
      );
      other.push(createFrame(second, Int16Array.of(3650)), NOW_MS + second * 1000);
    }
    expect(one.update(NOW_MS + 59_000).vitals.temperature.kind).toBe('none');
    const reading = other.update(NOW_MS + 59_000).vitals.temperature;
    expect(reading).toMatchObject({ kind: 'value', value: expect.closeTo(36.5, 1) });
    expect(decoder.stats().frames).toBe(60);
  });
});
