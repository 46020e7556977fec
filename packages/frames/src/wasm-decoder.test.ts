import { describe, expect, it } from 'vitest';
import { encodeFrame } from './frame-encoder.ts';
import { MAX_PAYLOAD_BYTES } from './frame-layout.ts';
import { decoderWasm } from './testing/wasm-bytes.ts';
import { aFrame, aWave, joinBytes } from './testing/frame-builder.ts';
import { loadFrameDecoder } from './wasm-decoder.ts';

const sequences = (count: number, parts: Parameters<typeof aFrame>[0] = {}): Uint8Array[] =>
  Array.from({ length: count }, (_, sequence) => encodeFrame(aFrame({ sequence, ...parts })));

describe('loadFrameDecoder', () => {
  it('accepts bytes or a compiled module, and decoders are independent', async () => {
    const module = await WebAssembly.compile(decoderWasm());
    const one = await loadFrameDecoder(module);
    const other = await loadFrameDecoder(decoderWasm());
    one.push(encodeFrame(aFrame()), () => undefined);
    expect([one.stats().frames, other.stats().frames]).toEqual([1, 0]);
  });

  it('rejects bytes that are not a module', async () => {
    await expect(loadFrameDecoder(Uint8Array.of(1, 2, 3))).rejects.toThrow(
      WebAssembly.CompileError,
    );
  });
});

describe('FrameDecoder', async () => {
  const decoder = await loadFrameDecoder(decoderWasm());

  it('decodes more than its memory, in order', () => {
    decoder.reset();
    const input = joinBytes(sequences(6_000, { channels: [aWave(250)], encoding: 'plain' }));
    let expected = 0;
    decoder.push(input, (frame) => {
      expect(frame.sequence).toBe(expected++);
      expect(frame.samples[249]).toBe(889);
    });
    expect(expected).toBe(6_000);
  });

  it('decodes many tiny frames and many of maximum size', () => {
    for (const [count, length] of [
      [5_000, 1],
      [40, MAX_PAYLOAD_BYTES / 2],
    ] as const) {
      decoder.reset();
      let samples = 0;
      for (const encoding of ['plain', 'delta'] as const)
        decoder.push(
          joinBytes(sequences(count, { channels: [aWave(length, 3)], encoding })),
          (frame) => {
            samples += frame.samples.length;
          },
        );
      expect(samples).toBe(2 * count * length);
    }
  });

  it('samples are views of reused memory', () => {
    decoder.reset();
    const kept: Int16Array[] = [];
    for (const value of [1, 2])
      decoder.push(encodeFrame(aFrame({ channels: [new Int16Array(4).fill(value)] })), (frame) =>
        kept.push(frame.samples),
      );
    expect(kept[0]?.[0]).toBe(2);
  });

  it('continues after a callback that throws', () => {
    decoder.reset();
    const fail = (): void => {
      throw new Error('a bug of the caller');
    };
    expect(() => decoder.push(encodeFrame(aFrame()), fail)).toThrow('a bug of the caller');
    let seen = 0;
    decoder.push(encodeFrame(aFrame()), () => seen++);
    expect(seen).toBe(1);
  });

  it('a damaged length holds back frames until the end', () => {
    decoder.reset();
    const [damaged = new Uint8Array(), ...rest] = sequences(20, { encoding: 'delta' });
    damaged[25] = 0xff;
    let seen = 0;
    decoder.push(joinBytes([damaged, ...rest]), () => seen++);
    expect(seen).toBe(0);
    decoder.end(() => seen++);
    expect(seen).toBe(19);
    expect(decoder.stats()).toEqual({ frames: 19, badFrames: 1, skippedBytes: damaged.length });
  });

  it('reset discards everything', () => {
    decoder.push(encodeFrame(aFrame()).subarray(0, 20), () => undefined);
    decoder.reset();
    let seen = 0;
    decoder.push(encodeFrame(aFrame()), () => seen++);
    expect(seen).toBe(1);
    expect(decoder.stats()).toEqual({ frames: 1, badFrames: 0, skippedBytes: 0 });
  });
});
