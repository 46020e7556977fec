import type { StreamDeclaration } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { MARK_GAP, MARK_NOISY, MARK_NOT_MEASURED, MARK_SATURATED } from './sample-ring.ts';
import { StreamTrace } from './stream-trace.ts';

const declaration: StreamDeclaration = {
  streamId: 1,
  kind: 'ecg',
  channels: 1,
  unit: 'mV',
  sampleRateHz: 100,
  scale: 0.5,
  offset: 1,
};
const frame = (sequence: number, deviceTimeMs: number, ...values: number[]) => ({
  sequence,
  deviceTimeMs,
  sampleCount: values.length,
  samples: Int16Array.from(values),
});
const tenFrom = (sequence: number, deviceTimeMs: number) =>
  frame(sequence, deviceTimeMs, ...Array.from({ length: 10 }, () => 2));

describe('StreamTrace', () => {
  it('converts digital values to physical ones on the device time', () => {
    const trace = new StreamTrace(declaration, 10);
    expect(trace.accept(frame(1, 5000, 2, 4))).toBe('first');
    expect([trace.rings[0]?.valueAt(0), trace.rings[0]?.valueAt(1), trace.getTimeMs(1)]).toEqual([
      2, 3, 5010,
    ]);
  });

  it('makes a lost frame a gap of its true length and counts it', () => {
    const trace = new StreamTrace(declaration, 10);
    trace.accept(tenFrom(1, 0));
    expect(trace.accept(tenFrom(4, 300))).toBe('afterGap');
    expect([trace.end, trace.lostFrames, trace.gaps]).toEqual([40, 2, 1]);
    expect([10, 29].map((index) => trace.rings[0]?.markAt(index))).toEqual([MARK_GAP, MARK_GAP]);
    expect(trace.getTimeMs(30)).toBe(300);
  });

  it('makes silence a gap even when the device kept counting', () => {
    const trace = new StreamTrace(declaration, 10);
    trace.accept(tenFrom(1, 0));
    expect(trace.accept(tenFrom(2, 2100))).toBe('afterGap');
    expect([trace.end, trace.lostFrames]).toEqual([220, 0]);
  });

  it('drops repeated and late frames and counts them', () => {
    const trace = new StreamTrace(declaration, 10);
    for (const sequence of [1, 2, 3]) trace.accept(tenFrom(sequence, sequence * 100));
    expect([trace.accept(tenFrom(3, 300)), trace.accept(tenFrom(2, 200))]).toEqual([
      'late',
      'late',
    ]);
    expect([trace.end, trace.lateFrames]).toEqual([30, 2]);
  });

  it('absorbs small jitter without a gap', () => {
    const trace = new StreamTrace(declaration, 10);
    for (let sequence = 0; sequence < 50; sequence++)
      trace.accept(tenFrom(sequence, sequence * 100 + (sequence % 3) * 8));
    expect([trace.end, trace.gaps]).toEqual([500, 0]);
  });

  it('counts no gap for less than half a sample of a slow series', () => {
    const trace = new StreamTrace({ ...declaration, sampleRateHz: 1 }, 100);
    const oneSample = (sequence: number, deviceTimeMs: number) => ({
      sequence,
      deviceTimeMs,
      sampleCount: 1,
      samples: new Int16Array(trace.rings.length),
    });
    trace.accept(oneSample(0, 0));
    for (let sequence = 1; sequence <= 40; sequence++)
      trace.accept(oneSample(sequence, sequence * 1000 + 300));
    expect([trace.gaps, trace.end]).toEqual([0, 41]);
    trace.accept(oneSample(41, 44_300));
    expect(trace.gaps).toBe(1);
  });

  it('continues after a gap when the device sets its clock back', () => {
    const trace = new StreamTrace(declaration, 10);
    trace.accept(tenFrom(100, 3_600_000));
    expect(trace.accept(tenFrom(101, 0))).toBe('restarted');
    expect(trace.getTimeMs(trace.end - 1)).toBe(90);
    expect(trace.gaps).toBe(1);
  });

  it('survives sequence numbers that wrap', () => {
    const trace = new StreamTrace(declaration, 10);
    trace.accept(tenFrom(0xffff_ffff, 0));
    expect(trace.accept(tenFrom(0, 100))).toBe('appended');
  });

  it('marks samples as not measured, saturated or noisy', () => {
    const trace = new StreamTrace(declaration, 10);
    trace.accept(frame(1, 0, -32_768, 32_767, -32_767));
    trace.noisy = true;
    trace.accept(frame(2, 30, 5));
    expect([0, 1, 2, 3].map((index) => trace.rings[0]?.markAt(index))).toEqual([
      MARK_NOT_MEASURED,
      MARK_SATURATED,
      MARK_SATURATED,
      MARK_NOISY,
    ]);
    expect(trace.rings[0]?.valueAt(0)).toBeNaN();
  });

  it('keeps channels apart', () => {
    const trace = new StreamTrace({ ...declaration, channels: 2, scale: 1, offset: 0 }, 10);
    trace.accept({
      sequence: 1,
      deviceTimeMs: 0,
      sampleCount: 2,
      samples: Int16Array.of(1, 2, 3, 4),
    });
    expect(trace.rings.map((ring) => [ring.valueAt(0), ring.valueAt(1)])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});
