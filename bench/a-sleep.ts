import {
  type HypnogramStage,
  scoreActiware,
  scoreColeKripke,
  scoreSadeh,
  type SleepWakeLabels,
  sleepStatistics,
} from '@yamori/signal';
import { readText } from './a-recordings.ts';
import type { AccuracyLine } from './a-accuracy-line.ts';

/**
 * A4: statistics of scored nights and labels of actigraphy against independent counts and the
 * vendors' own output.
 */
export function sleepStatisticsLines(): AccuracyLine[] {
  return [slpdbLine(), ucddbLine(), ...vendorLines(), actiwareLine()];
}

interface Counted {
  TIB_min: number;
  TST_min: number;
  SOL_min: number;
  SPT_min: number;
  WASO_to_end_min: number;
  WASO_within_SPT_min: number;
  awakenings: number;
}

/** A reference file of a known shape, made by independent tools. */
const reference = <T>(folder: string): T => JSON.parse(readText(`${folder}/reference.json`)) as T;

function differences(stages: readonly HypnogramStage[], counted: Counted): number {
  const { TIB, TST, SOL, SPT, WASO, WASOinSPT, awakenings } = sleepStatistics(stages, 30);
  const ours = [TIB, TST, SOL, SPT, WASO, WASOinSPT, awakenings];
  const theirs = [
    counted.TIB_min,
    counted.TST_min,
    counted.SOL_min,
    counted.SPT_min,
    counted.WASO_to_end_min,
    counted.WASO_within_SPT_min,
    counted.awakenings,
  ];
  return ours.filter((value, i) => value !== theirs[i]).length;
}

function countedLine(
  what: string,
  nights: { stages: HypnogramStage[]; counted: Counted }[],
): AccuracyLine {
  const differing = nights.reduce(
    (sum, { stages, counted }) => sum + differences(stages, counted),
    0,
  );
  return {
    figure: 'A4',
    what,
    value: `${differing} of ${7 * nights.length} figures differ`,
    reference: `${nights.length} nights counted independently`,
    goal: 'equal to the minute',
    anchor: '-',
  };
}

function slpdbLine(): AccuracyLine {
  const { records } = reference<{
    records: Record<string, { stage_string: string; sleep: Counted }>;
  }>('slpdb');
  const names: Record<string, HypnogramStage> = {
    W: 'W',
    '1': 'N1',
    '2': 'N2',
    '3': 'N3',
    '4': 'N3',
    R: 'R',
  };
  const nights = Object.values(records).map(({ stage_string: text, sleep }) => ({
    stages: text.split(' ').map((name) => names[name] ?? '?'),
    counted: sleep,
  }));
  return countedLine('sleep statistics, slpdb', nights);
}

function ucddbLine(): AccuracyLine {
  const { records } = reference<{ records: Record<string, { codes: string; sleep: Counted }> }>(
    'ucddb-stages',
  );
  const toStage = (code: string): HypnogramStage =>
    (['W', 'R', 'N1', 'N2', 'N3', 'N3'] as const)[Number(code)] ?? '?';
  return countedLine(
    'sleep statistics, UCDDB',
    Object.values(records).map(({ codes, sleep }) => ({
      stages: Array.from(codes, toStage),
      counted: sleep,
    })),
  );
}

function vendorLines(): AccuracyLine[] {
  const rows = readText('actigraphy-actigraph/GT3XPlus-RawData-Day01-sleep-awake.csv')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));
  const counts = rows.map((row) => Number(row[1]));
  const cases: [string, (counts: readonly number[]) => SleepWakeLabels, number][] = [
    ['Sadeh', scoreSadeh, 4],
    ['Cole-Kripke', scoreColeKripke, 5],
  ];
  return cases.map(([name, score, column]) => {
    const labels = score(counts);
    const differing = rows.filter(
      (row, minute) => (row[column] === 'S') !== (labels[minute] === 1),
    ).length;
    return {
      figure: 'A4',
      what: `${name}, label a minute`,
      value: `${differing} of ${rows.length} differ`,
      reference: 'ActiLife 6',
      goal: '0',
      anchor: 'an independent implementation 0',
    };
  });
}

/** Weighted activity of Actiware, in both exports. */
function actiwareLine(): AccuracyLine {
  const files: [string, number][] = [
    ['test_sample_rpx_eng.csv', 3],
    ['test_sample_rpx_ger_no_light.csv', 4],
  ];
  let [differing, all] = [0, 0];
  for (const [file, column] of files) {
    const rows = [
      ...readText(`actigraphy-actiware/${file}`).matchAll(
        /^"\d+","[\d/.]+","[\d:]+","(?:\d|NaN|kZ).*"[A-Z-]{4,}",?$/gm,
      ),
    ].map(([line]) => line.split(/,(?=")/).map((cell) => cell.replaceAll('"', '')));
    const labels = scoreActiware(
      rows.map((row) => Number(row[column])),
      { epochSeconds: 30 },
    );
    for (const [epoch, row] of rows.entries()) {
      if (row[6] !== '0' && row[6] !== '1') continue;
      all += 1;
      if ((row[6] === '0') !== (labels[epoch] === 1)) differing += 1;
    }
  }
  return {
    figure: 'A4',
    what: 'Actiware, medium threshold, label an epoch',
    value: `${differing} of ${all} differ`,
    reference: 'Actiware 5',
    goal: '0',
    anchor: '-',
  };
}
