import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParameterOverrides, ParameterValue } from '../collections/organisation.ts';
import {
  ACCIDENT_PARAMETERS,
  WATCHED_KINDS,
  type AccidentParameter,
} from './accident-parameters.ts';
import {
  bandStartMs,
  effectiveRules,
  effectiveValues,
  buildRules,
  type AccidentRule,
} from './accident-rule.ts';

const seeded = { seed: 20_261_122, numRuns: 150 };
const definitions = fc.constantFrom(...ACCIDENT_PARAMETERS);
const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
/** A valid value, derived from the definition rather than from the code under test. */
function goodFor({ kind, min, max }: AccidentParameter): fc.Arbitrary<ParameterValue> {
  if (kind === 'toggle') return fc.boolean();
  if (kind === 'text') return time;
  return fc.integer({ min: Math.ceil(min ?? 0), max: Math.floor(max ?? 0) });
}
const wrongFor = ({ kind, min, max }: AccidentParameter): fc.Arbitrary<ParameterValue> => {
  if (kind === 'toggle') return fc.constantFrom<ParameterValue>('true', 1, 0);
  if (kind === 'text')
    return fc.constantFrom<ParameterValue>('24:00', '7:00', '07:60', '', 7, true);
  return fc.constantFrom<ParameterValue>(
    '20',
    true,
    Number.NaN,
    Infinity,
    (min ?? 0) - 1,
    (max ?? 0) + 1,
  );
};
const entry = definitions.chain((definition) =>
  fc.record({
    key: fc.constant(definition.key),
    value: fc.oneof(goodFor(definition), wrongFor(definition)),
  }),
);
const layer: fc.Arbitrary<ParameterOverrides> = fc
  .array(entry, { maxLength: 8 })
  .map((entries) => Object.fromEntries(entries.map(({ key, value }) => [key, value])));
const layers = fc.array(layer, { maxLength: 4 });
const values = (overrides: readonly ParameterOverrides[]) =>
  effectiveValues(overrides, ACCIDENT_PARAMETERS);

describe('effectiveValues', () => {
  it("the room's override wins over those of all organisations above", () => {
    fc.assert(
      fc.property(
        layers,
        definitions.chain((definition) => fc.tuple(fc.constant(definition), goodFor(definition))),
        (above, [{ key }, value]) => {
          expect(values([...above, { [key]: value }]).get(key)).toBe(value);
        },
      ),
      seeded,
    );
  });

  it('an invalid value is ignored', () => {
    fc.assert(
      fc.property(
        layers,
        fc.nat(4),
        definitions.chain((definition) => fc.tuple(fc.constant(definition), wrongFor(definition))),
        (all, place, [{ key }, wrong]) => {
          const without = all.map((one, index) =>
            index === place
              ? Object.fromEntries(Object.entries(one).filter(([name]) => name !== key))
              : one,
          );
          const withWrong = without.map((one, index) =>
            index === place ? { ...one, [key]: wrong } : one,
          );
          expect(values(withWrong)).toEqual(values(without));
        },
      ),
      seeded,
    );
  });

  it('an empty layer changes nothing, and a key that the room does not override is inherited', () => {
    fc.assert(
      fc.property(layer, layer, (organisation, room) => {
        const own = values([organisation, room]);
        const both = values([organisation, {}, room]);
        expect(both).toEqual(own);
        for (const { key } of ACCIDENT_PARAMETERS)
          if (room[key] === undefined) expect(own.get(key)).toBe(values([organisation]).get(key));
      }),
      seeded,
    );
  });

  it('every parameter has a value, and no other key does', () => {
    expect([...values([{ 'accident.fire.enabled': true, 'report.title': 'x' }]).keys()]).toEqual(
      ACCIDENT_PARAMETERS.map(({ key }) => key),
    );
  });
});

describe('effectiveRules', () => {
  const rulesFrom = (overrides: ParameterOverrides): AccidentRule[] =>
    effectiveRules([overrides], ACCIDENT_PARAMETERS);
  const findRule = (kind: string, overrides: ParameterOverrides) =>
    rulesFrom(overrides).find((rule) => rule.kind === kind);

  it('every enabled kind has one rule, and a lost device always has an immediate one', () => {
    fc.assert(
      fc.property(layers, (overrides) => {
        const settled = values(overrides);
        const rules = effectiveRules(overrides, ACCIDENT_PARAMETERS);
        expect(rules.map(({ kind }) => kind)).toEqual(
          WATCHED_KINDS.filter((kind) => settled.get(`accident.${kind}.enabled`) !== false),
        );
        expect(rules.find(({ kind }) => kind === 'deviceOffline')).toMatchObject({
          type: 'simple',
          severity: 'technical',
          band: null,
        });
      }),
      seeded,
    );
  });

  it('delays are positive and at most twenty minutes, or six hours for `noMovement`', () => {
    fc.assert(
      fc.property(layers, (overrides) => {
        for (const rule of effectiveRules(overrides, ACCIDENT_PARAMETERS)) {
          if (rule.type === 'duration')
            expect(rule.delayMs / 60_000).toBeLessThanOrEqual(
              rule.kind === 'noMovement' ? 360 : 20,
            );
          if (rule.type === 'duration') expect(rule.delayMs).toBeGreaterThan(0);
          if (rule.type === 'repeating') expect(rule.times).toBeGreaterThan(1);
        }
      }),
      seeded,
    );
  });

  it('a rule with equal times has no band', () => {
    expect(findRule('fall', {})?.band).toBeNull();
    expect(findRule('longAbsence', { 'accident.longAbsence.from': '07:00' })?.band).toBeNull();
    expect(
      findRule('longAbsence', {
        'accident.longAbsence.from': '23:59',
        'accident.longAbsence.until': '00:01',
      })?.band,
    ).toEqual({ fromMinute: 1439, untilMinute: 1 });
  });

  it('a rule without a delay is simple, and `noMovement` uses its limit as its delay', () => {
    expect(findRule('heartRateHigh', { 'accident.heartRateHigh.delayMinutes': 0 })).toMatchObject({
      type: 'simple',
      limit: 110,
    });
    expect(
      findRule('noMovement', {
        'accident.noMovement.enabled': true,
        'accident.noMovement.limit': 30,
      }),
    ).toMatchObject({ type: 'duration', delayMs: 30 * 60_000, limit: 30 });
    expect(
      findRule('apnea', {
        'accident.apnea.repeats': 2,
        'accident.apnea.withinMinutes': 5,
        'accident.apnea.clears': true,
      }),
    ).toMatchObject({ type: 'repeating', times: 2, windowMs: 300_000, clears: true });
  });

  it('rules without values have no limit', () => {
    expect(buildRules(new Map()).find(({ kind }) => kind === 'heartRateHigh')).toMatchObject({
      type: 'simple',
      limit: null,
      band: null,
      clears: false,
    });
  });
});

describe('bandStartMs', () => {
  const minute = fc.nat(1439);
  const band = fc
    .tuple(minute, minute)
    .filter(([from, until]) => from !== until)
    .map(([fromMinute, untilMinute]) => ({ fromMinute, untilMinute }));
  const noon = Date.UTC(2026, 10, 22, 12);

  it('returns the minute found by walking back to the start of the band', () => {
    fc.assert(
      fc.property(band, minute, fc.nat(59_999), ({ fromMinute, untilMinute }, now, msInMinute) => {
        let back = 0;
        while (
          (now - back + 1440) % 1440 !== fromMinute &&
          (now - back + 1440) % 1440 !== untilMinute
        )
          back += 1;
        const isIn = (now - back + 1440) % 1440 === fromMinute;
        expect(bandStartMs({ fromMinute, untilMinute }, noon + msInMinute, now)).toBe(
          isIn ? noon - back * 60_000 : null,
        );
      }),
      seeded,
    );
  });

  it('a band and its complement cover the day without overlap', () => {
    fc.assert(
      fc.property(band, minute, ({ fromMinute, untilMinute }, now) => {
        const other = { fromMinute: untilMinute, untilMinute: fromMinute };
        expect(bandStartMs({ fromMinute, untilMinute }, noon, now) === null).toBe(
          bandStartMs(other, noon, now) !== null,
        );
      }),
      seeded,
    );
  });
});
