import type { StreamDeclaration } from '@yamori/domain';
import { NOT_MEASURED } from '@yamori/frames';
import { createFallWatch, detectBeats } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { createPerson, type Condition, type Person } from '../body/person.ts';
import { createRandom } from '../random.ts';
import { readThorax } from '../ward/ward-file.ts';
import { createStreamModel } from './create-model.ts';
import { sampleModel, toDigital } from './stream-model.ts';

const thorax = readThorax();
const aStream = (kind: string, more: Partial<StreamDeclaration> = {}): StreamDeclaration => ({
  streamId: 1,
  kind,
  channels: 1,
  unit: '',
  sampleRateHz: 50,
  scale: 0.001,
  offset: 0,
  ...more,
});
const aPerson = (prepare: (person: Person) => void = () => undefined): Person => {
  const person = createPerson(createRandom(4));
  prepare(person);
  return person;
};

/** Physical values of a period, channel by channel. */
function measured(stream: StreamDeclaration, person: Person, seconds: number): Float32Array[] {
  const model = createStreamModel({ person, stream, random: createRandom(7) }, thorax);
  if (model === null) throw new Error(`no model for ${stream.kind}`);
  return sampleModel(model, stream, 0, seconds * stream.sampleRateHz).map((samples) =>
    Float32Array.from(samples, (digital) =>
      digital === NOT_MEASURED ? Number.NaN : digital * stream.scale + stream.offset,
    ),
  );
}
const mean = (values: Float32Array = new Float32Array()): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const swing = (values: Float32Array | undefined): number =>
  Math.max(...(values ?? [])) - Math.min(...(values ?? []));

describe('createStreamModel', () => {
  it('an ECG is about a millivolt high and beats as the person does', () => {
    const [ecg = new Float32Array()] = measured(
      aStream('ecg', { sampleRateHz: 250 }),
      aPerson((person) => person.setHeart({ ratePerMinute: 100 })),
      30,
    );
    expect(swing(ecg)).toBeGreaterThan(1);
    expect(swing(ecg)).toBeLessThan(2.5);
    expect(Math.abs(detectBeats(ecg, 250).length - 46)).toBeLessThanOrEqual(3);
  });

  it('a premature beat is wider and higher than others', () => {
    const wide = measured(
      aStream('ecg', { sampleRateHz: 250 }),
      aPerson((person) => person.setHeart({ prematureShare: 1 })),
      20,
    )[0];
    const usual = measured(aStream('ecg', { sampleRateHz: 250 }), aPerson(), 20)[0];
    const above = (values: Float32Array | undefined): number =>
      (values ?? new Float32Array()).filter((value) => value > 0.6).length;
    expect(above(wide)).toBeGreaterThan(above(usual) * 1.5);
  });

  it('an accelerometer at rest reads one g along gravity, and varies much more while walking', () => {
    const stream = aStream('respi-axl', { channels: 3, scale: 1 / 8192 });
    const still = measured(stream, aPerson(), 20);
    expect(Math.hypot(mean(still[0]), mean(still[1]), mean(still[2]))).toBeCloseTo(1, 1);
    const walking = measured(
      stream,
      aPerson((person) => person.become('walking')),
      20,
    );
    expect(swing(walking[0])).toBeGreaterThan(10 * swing(still[0]));
  });

  it.each<[Condition, number]>([
    ['fallen', 1],
    ['awake', 0],
    ['sitting', 0],
  ])('an accelerometer of a walker who then is %s shows %i falls', (condition, falls) => {
    const stream = aStream('respi-axl', { channels: 3, scale: 1 / 8192 });
    const person = aPerson((walker) => walker.become('walking'));
    const model = createStreamModel({ person, stream, random: createRandom(7) }, thorax);
    const watch = createFallWatch({ sampleRateHz: 50, scale: stream.scale });
    for (let second = 0; second < 40; second++) {
      person.advanceTo(second);
      if (second === 20) person.become(condition);
      const [x, y, z] = model === null ? [] : sampleModel(model, stream, second, 50);
      watch.push(
        Int16Array.from({ length: 150 }, (_, at) => [x, y, z][at % 3]?.[Math.floor(at / 3)] ?? 0),
        second * 1000,
      );
    }
    expect(watch.take()).toHaveLength(falls);
  });

  it("an impedance stays around its stream's offset and changes by an ohm with each breath", () => {
    const [impedance] = measured(aStream('impe', { scale: 0.01, offset: 500 }), aPerson(), 40);
    expect(Math.abs(mean(impedance) - 500)).toBeLessThan(2);
    expect(swing(impedance)).toBeGreaterThan(0.8);
    expect(swing(impedance)).toBeLessThan(3);
  });

  it('skin is warmer in bed than out of bed', () => {
    const stream = aStream('temperature', { sampleRateHz: 1, scale: 0.01 });
    const inBed = mean(measured(stream, aPerson(), 60)[0]);
    expect(inBed).toBeGreaterThan(32);
    expect(inBed).toBeLessThan(37.5);
    expect(
      inBed -
        mean(
          measured(
            stream,
            aPerson((person) => person.become('walking')),
            60,
          )[0],
        ),
    ).toBeGreaterThan(0.1);
  });

  it('a device that computes rates reports them in bed and nothing while the bed is empty', () => {
    const stream = aStream('respihr', { channels: 2, sampleRateHz: 1, scale: 0.1 });
    const person = aPerson();
    const [respiration, heart] = measured(stream, person, 30);
    expect(Math.abs(mean(respiration) - person.rates().respiration)).toBeLessThan(0.5);
    expect(Math.abs(mean(heart) - person.rates().heart)).toBeLessThan(1);
    person.become('walking');
    expect(
      measured(stream, person, 5)
        .flatMap((values) => [...values])
        .every(Number.isNaN),
    ).toBe(true);
  });

  it('breathing shows in many readings of sixteen electrodes', () => {
    const stream = aStream('eit', { channels: 208, sampleRateHz: 10, scale: 0.000_05 });
    const readings = measured(stream, aPerson(), 20);
    expect(readings).toHaveLength(208);
    const share = readings.map((values) => swing(values) / Math.abs(mean(values)));
    expect(share.filter((value) => value > 0.01).length).toBeGreaterThan(50);
  });

  it.each([
    ['button', 1],
    ['snoring', 1],
    ['eit', 16],
  ])('no model exists for %s with %d channels', (kind, channels) => {
    expect(
      createStreamModel(
        { person: aPerson(), stream: aStream(kind, { channels }), random: createRandom(1) },
        thorax,
      ),
    ).toBeNull();
  });
});

describe('toDigital and sampleModel', () => {
  const stream = aStream('temperature', { scale: 0.01, offset: 20 });

  it.each([
    [20, 0],
    [36.5, 1650],
    [19.99, -1],
    [1e9, 32_767],
    [-1e9, -32_767],
    [Infinity, 32_767],
    [Number.NaN, NOT_MEASURED],
  ])('%d becomes %d', (value, digital) => {
    expect(toDigital(value, stream)).toBe(digital);
  });

  it('no value becomes the marker for "not measured", however low', () => {
    for (const value of [-Infinity, -327.68 + 20, -1e300])
      expect(toDigital(value, stream)).not.toBe(NOT_MEASURED);
  });

  it('channels that a model does not fill are not measured', () => {
    const channels = sampleModel(
      {
        measure: (_seconds, values) => {
          values[0] = 21;
          values[1] = Number.NaN;
        },
      },
      { ...stream, channels: 2 },
      0,
      3,
    );
    expect(channels.map((samples) => [...samples])).toEqual([
      [100, 100, 100],
      [NOT_MEASURED, NOT_MEASURED, NOT_MEASURED],
    ]);
  });
});
