import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { sharedText } from '../testing/shared-recordings.ts';
import { seededRandom } from '../testing/synthetic-signals.ts';
import type { HypnogramStage } from './sleep-bounds.ts';
import { sleepStatistics } from './sleep-statistics.ts';

/** One letter an epoch: W 1 2 3 R S ?. */
function parseStages(letters: string): HypnogramStage[] {
  const names: Record<string, HypnogramStage> = {
    W: 'W',
    '0': 'W',
    '1': 'N1',
    '2': 'N2',
    '3': 'N3',
    '4': 'N3',
    R: 'R',
    S: 'S',
  };
  return Array.from(letters, (letter) => names[letter] ?? '?');
}

describe('sleepStatistics', () => {
  it('matches a short night counted by hand', () => {
    const night = sleepStatistics(parseStages(`WWWW12${'2'.repeat(20)}W2WWRRWW`), 30, [
      { kind: 'OA', onsetSeconds: 100, durationSeconds: 12 },
      { kind: 'LA', onsetSeconds: 1, durationSeconds: 1 },
    ]);
    expect(night).toMatchObject({
      TIB: 17,
      SPT: 14,
      TST: 12.5,
      SOL: 2,
      LPS: 2,
      WASO: 2.5,
      WASOinSPT: 1.5,
      awakenings: 2,
      REMLatency: 13,
      coverage: 1,
    });
    expect(night.SE).toBeCloseTo(73.53, 2);
    expect(night.SME).toBeCloseTo(89.29, 2);
    expect(night.stageMinutes).toEqual({ W: 4.5, N1: 0.5, N2: 11, N3: 0, R: 1, S: 0, '?': 0 });
    expect(night.stagePercent).toEqual({ N1: 4, N2: 88, N3: 0, R: 8 });
    expect(night.eventsPerHour).toBeCloseTo(60 / 12.5, 9);
  });

  it('requires ten uninterrupted minutes for persistent sleep', () => {
    const night = sleepStatistics(parseStages(`W${'2'.repeat(19)}W${'2'.repeat(20)}W`), 30);
    expect([night.SOL, night.LPS]).toEqual([0.5, 10.5]);
    expect(sleepStatistics(parseStages('222W222'), 30).LPS).toBeNull();
  });

  it('ignores unknown epochs when counting awakenings', () => {
    expect(sleepStatistics(parseStages('2W?W2?2W2'), 30).awakenings).toBe(2);
  });

  it('gives no onset, no REM and no rates without sleep', () => {
    const night = sleepStatistics(parseStages('WWWW'), 30);
    expect(night).toMatchObject({
      TST: 0,
      SPT: 0,
      SE: 0,
      SOL: null,
      LPS: null,
      WASO: null,
      REMLatency: null,
      eventsPerHour: null,
      awakenings: 0,
    });
    expect(sleepStatistics([], 30)).toMatchObject({ TIB: 0, TST: 0, SE: null, coverage: 0 });
  });

  it('reports missing epochs in coverage and bounds', () => {
    const night = sleepStatistics(parseStages('W?22??2WW?'), 30);
    expect(night.coverage).toBe(0.6);
    expect(night.bounds.TST).toEqual({ least: 1.5, most: 3.5 });
    expect(night.bounds.SOL).toEqual({ least: 0.5, most: 1 });
    expect(night.bounds.WASO).toEqual({ least: 1, most: 2.5 });
    expect(night.bounds.SPT).toEqual({ least: 2.5, most: 4.5 });
  });

  it('gives tight bounds: no filling exceeds them and some filling reaches them', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 60; round++) {
      const letters = Array.from({ length: 9 }, () => 'W2?'[Math.floor(random() * 3)] ?? '?').join(
        '',
      );
      const { bounds } = sleepStatistics(parseStages(letters), 30);
      const filled = everyFilling(letters).map((one) => sleepStatistics(parseStages(one), 30));
      for (const figure of ['TST', 'SPT', 'WASO', 'WASOinSPT', 'SE'] as const) {
        const values = filled.map((night) => night[figure] ?? 0);
        expect([figure, letters, Math.min(...values), Math.max(...values)]).toEqual([
          figure,
          letters,
          bounds[figure].least,
          bounds[figure].most,
        ]);
      }
      const onsets = filled.map((night) => night.SOL ?? letters.length / 2);
      expect([letters, Math.min(...onsets), Math.max(...onsets)]).toEqual([
        letters,
        bounds.SOL.least,
        bounds.SOL.most,
      ]);
    }
  });
});

function everyFilling(letters: string): string[] {
  const at = letters.indexOf('?');
  return at < 0
    ? [letters]
    : ['W', '2'].flatMap((letter) =>
        everyFilling(letters.slice(0, at) + letter + letters.slice(at + 1)),
      );
}

interface Counted {
  TIB_min: number;
  TST_min: number;
  SE_pct: number;
  SOL_min: number;
  SPT_min: number;
  WASO_within_SPT_min: number;
  WASO_to_end_min: number;
  awakenings: number;
}

/** Reference files are JSON of a known shape; a missing value fails the comparison. */
const reference = <T>(path: string): T => JSON.parse(sharedText(`${path}/reference.json`)) as T;

function expectCounted(stages: HypnogramStage[], counted: Counted): void {
  const { TIB, TST, SE, SOL, SPT, WASOinSPT, WASO, awakenings } = sleepStatistics(stages, 30);
  expect(SE).toBeCloseTo(counted.SE_pct, 5);
  expect({ TIB, TST, SOL, SPT, WASOinSPT, WASO, awakenings }).toEqual({
    TIB: counted.TIB_min,
    TST: counted.TST_min,
    SOL: counted.SOL_min,
    SPT: counted.SPT_min,
    WASOinSPT: counted.WASO_within_SPT_min,
    WASO: counted.WASO_to_end_min,
    awakenings: counted.awakenings,
  });
}

describe.skipIf(!hasRecordings)(
  `sleepStatistics of scored nights (figure A4)${WHY_SKIPPED}`,
  () => {
    it('matches the counts of all nine slpdb records, including events an hour', () => {
      type Row = {
        stage_string: string;
        sleep: Counted;
        apnea_hypopnea_events: number;
        AHI_per_h_sleep: number;
      };
      const { records } = reference<{ records: Record<string, Row> }>('slpdb');
      expect(Object.keys(records)).toHaveLength(9);
      for (const row of Object.values(records)) {
        const stages = parseStages(row.stage_string.replaceAll('MT', '?').replaceAll(' ', ''));
        expectCounted(stages, row.sleep);
        const events = Array.from({ length: row.apnea_hypopnea_events }, (_, i) => ({
          kind: 'HA',
          onsetSeconds: i,
          durationSeconds: 10,
        }));
        expect(sleepStatistics(stages, 30, events).eventsPerHour).toBeCloseTo(
          row.AHI_per_h_sleep,
          5,
        );
      }
    });

    it('matches the counts of all twelve UCDDB nights', () => {
      type Row = {
        codes: string;
        sleep: Counted;
        events: [number, number, string][];
        AHI_per_h_sleep: number;
      };
      const { records } = reference<{ records: Record<string, Row> }>('ucddb-stages');
      expect(Object.keys(records)).toHaveLength(12);
      for (const row of Object.values(records)) {
        const stages = Array.from(
          row.codes,
          (code): HypnogramStage =>
            (['W', 'R', 'N1', 'N2', 'N3', 'N3'] as const)[Number(code)] ?? '?',
        );
        expectCounted(stages, row.sleep);
        const events = row.events.map(([onsetSeconds, durationSeconds, kind]) => ({
          onsetSeconds,
          durationSeconds,
          kind,
        }));
        expect(sleepStatistics(stages, 30, events).eventsPerHour).toBeCloseTo(
          row.AHI_per_h_sleep,
          5,
        );
      }
    });

    it("matches the counts of a whole day's hypnogram, and of the hours around its sleep", () => {
      type Row = {
        epoch_runs: [string, number, number][];
        hypnogram_whole_file: Counted;
        hypnogram_30min_around_sleep: Counted & { first_epoch: number; epochs: number };
      };
      const row = reference<Record<string, Row>>('edf-cases')['SC4001EC-Hypnogram.edf'];
      if (!row) throw new Error('no hypnogram');
      const stages = parseStages(
        row.epoch_runs
          .map(([text, , seconds]) => (text.at(-1) ?? '?').repeat(seconds / 30))
          .join(''),
      );
      expectCounted(stages, row.hypnogram_whole_file);
      const { first_epoch: first, epochs } = row.hypnogram_30min_around_sleep;
      expectCounted(stages.slice(first, first + epochs), row.hypnogram_30min_around_sleep);
    });

    it('matches the counts of an automatically scored night', () => {
      const lines = sharedText('night-acc-yasa/hypnogram.csv').trim().split('\n').slice(1);
      const stages = lines
        .map((line) => line.split(',')[1])
        .map((name): HypnogramStage =>
          name === 'N1' || name === 'N2' || name === 'N3' || name === 'R' || name === 'W'
            ? name
            : '?',
        );
      expectCounted(stages, reference<{ sleep: Counted }>('night-acc-yasa').sleep);
    });

    it('matches the counts of all sixteen watch wearers', () => {
      const { subjects } = reference<{
        subjects: Record<string, { sleep_on_listed_epochs: Counted }>;
      }>('sleep-accel-walch');
      for (const [subject, row] of Object.entries(subjects)) {
        const labels = sharedText(`sleep-accel-walch/${subject}_psg_labels.out`)
          .trim()
          .split('\n')
          .map(Number);
        expectCounted(
          labels.map(
            (label): HypnogramStage => (['W', 'N1', 'N2', 'N3', 'N3', 'R'] as const)[label] ?? '?',
          ),
          row.sleep_on_listed_epochs,
        );
      }
    });

    it.each(['test_sample_rpx_eng.csv', 'test_sample_rpx_ger_no_light.csv'])(
      "matches Actiware's figures of the seven nights in %s",
      (file) => {
        for (const night of actiwareNights(file)) {
          const { TIB, TST, SOL, WASO, SE } = sleepStatistics(night.stages, 30);
          // Actiware's latency ends at its sleep interval, the AASM's at the first sleep in it.
          const apart = night.wakeBeforeMinutes;
          expect({ TIB, TST, SOL, WASO }).toEqual({
            TIB: night.TIB_min,
            TST: night.TST_min,
            SOL: night.SOL_min + apart,
            WASO: night.WASO_min + night.wakeAfterMinutes - apart,
          });
          expect(SE).toBeCloseTo(night.SE_pct_TST_over_TIB, 4);
        }
      },
    );
  },
);

interface ActiwareNight {
  in_bed: string;
  out_of_bed: string;
  sleep_interval_start: string;
  sleep_interval_end: string;
  TIB_min: number;
  TST_min: number;
  SOL_min: number;
  WASO_min: number;
  SE_pct_TST_over_TIB: number;
}

/** Actiware counts sleep within its sleep interval only; outside it the person is awake. */
function actiwareNights(file: string): (ActiwareNight & {
  stages: HypnogramStage[];
  wakeBeforeMinutes: number;
  wakeAfterMinutes: number;
})[] {
  type Week = { first: string; nights_from_epochs: ActiwareNight[] };
  const week = reference<Record<string, Week>>('actigraphy-actiware')[file];
  if (!week) throw new Error(`no ${file}`);
  const labels = [
    ...sharedText(`actigraphy-actiware/${file}`).matchAll(
      /^"\d+","[\d/.]+","[\d:]+","(?:\d|NaN|kZ).*"[A-Z-]{4,}",?$/gm,
    ),
  ].map(([line]) => line);
  const toEpoch = (time: string) =>
    Math.round((Date.parse(`${time}Z`) - Date.parse(`${week.first}Z`)) / 30_000);
  const isWake = (epoch: number) => actiwareLabel(labels[epoch] ?? '') === 1;
  return week.nights_from_epochs.map((night) => {
    const [bed, out, start, end] = [
      night.in_bed,
      night.out_of_bed,
      night.sleep_interval_start,
      night.sleep_interval_end,
    ].map(toEpoch) as [number, number, number, number];
    const stages = Array.from({ length: out - bed }, (_, i): HypnogramStage =>
      bed + i < start || bed + i >= end || isWake(bed + i) ? 'W' : 'S',
    );
    return {
      ...night,
      stages,
      wakeBeforeMinutes: (stages.indexOf('S') - (start - bed)) / 2,
      wakeAfterMinutes: (out - end) / 2,
    };
  });
}

/** The sleep/wake cell precedes the last text cell, the state of the interval. */
function actiwareLabel(line: string): number {
  const cells = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replaceAll('"', ''));
  const status = cells.findLastIndex((cell) => /[A-Z]{2}/.test(cell));
  return Number(cells[status - 1]);
}
