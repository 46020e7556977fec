import { describe, expect, it } from 'vitest';
import { decodeFrame } from './frame-decoder.ts';
import { encodeFrame } from './frame-encoder.ts';
import { NOT_MEASURED } from './frame-layout.ts';
import { type FrameView, scanFrames } from './frame-scanner.ts';
import { aFrame, aWave, joinBytes } from './testing/frame-builder.ts';

/** The single frame in the bytes. */
function onlyFrame(bytes: Uint8Array): FrameView {
  const [frame] = scanFrames(bytes).frames;
  if (frame === undefined) throw new Error('there is no frame');
  return frame;
}

describe('decodeFrame', () => {
  it.each(['plain', 'delta'] as const)(
    'returns the samples of a %s frame channel by channel',
    (encoding) => {
      const frame = onlyFrame(
        encodeFrame(aFrame({ channels: [Int16Array.of(1, 2), Int16Array.of(-3, -4)], encoding })),
      );
      expect(frame).toMatchObject({ sampleCount: 2, channelCount: 2, encoding });
      expect([...decodeFrame(frame)]).toEqual([1, 2, -3, -4]);
    },
  );

  it.each(['plain', 'delta'] as const)('preserves unmeasured samples in a %s frame', (encoding) => {
    const samples = Int16Array.of(5, NOT_MEASURED, NOT_MEASURED, 6);
    expect([
      ...decodeFrame(onlyFrame(encodeFrame(aFrame({ channels: [samples], encoding })))),
    ]).toEqual([...samples]);
  });

  it('decodes frames at an odd address', () => {
    const bytes = joinBytes([
      Uint8Array.of(0),
      encodeFrame(aFrame({ channels: [aWave(5)], encoding: 'plain' })),
    ]);
    expect([...decodeFrame(onlyFrame(bytes))]).toEqual([...aWave(5)]);
  });

  it('decodes frames inside a Node Buffer', () => {
    const bytes = Buffer.from(encodeFrame(aFrame({ channels: [aWave(5)], encoding: 'plain' })));
    expect([...decodeFrame(onlyFrame(bytes))]).toEqual([...aWave(5)]);
  });

  it('returns a copy of the samples', () => {
    const bytes = encodeFrame(aFrame({ channels: [Int16Array.of(9)], encoding: 'plain' }));
    const samples = decodeFrame(onlyFrame(bytes));
    bytes.fill(0);
    expect([...samples]).toEqual([9]);
  });
});
