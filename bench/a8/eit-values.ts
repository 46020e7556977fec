import { parseCsvTable, readGoeMf } from '@yamori/formats';
import type { Json, Ours } from './compare.ts';
import { findMinimum, computeMean, findMaximum, computeSum } from './figures.ts';
import { readBytes, readText } from './files.ts';

type Reference = { readonly [key: string]: Json };

const FOLDERS: Readonly<Record<string, string>> = {
  'P04P-1016.get': 'goettingen-neonate',
  'vivo150905_t1_001.get': 'viasys-adult-breathing',
};

export function eitFiles(reference: Reference): Ours {
  const names = Object.keys(reference).filter((name) => name.endsWith('.get'));
  return {
    values: {
      ...Object.fromEntries(
        names.map((name) => [
          name,
          getValues(`eit/${FOLDERS[name] ?? 'viasys-adult-breathing'}/${name}`),
        ]),
      ),
      'lct-tank': { first_abs_impedance_of_mean_water: waterImpedance() },
      'tank-known-positions/avgdata_ph1t1': { reference: referenceColumn() },
    },
    reasons: [
      [/\/eidors_greit_v1\//, 'worked out from the image, not read: A7 of `npm run bench -- a`'],
      [
        /greit_v1|truth|tank_radius|ball_radius|conductivity|axes/,
        'where the balls lie and how they are seen: A7 of `npm run bench -- a`',
      ],
      [/\/what$/, 'words of the reference'],
      [/\/format$/, 'words of the reference'],
    ],
  };
}

function getValues(path: string): Json {
  const bytes = readBytes(path);
  const eit = readGoeMf(bytes);
  const parts = [eit.voltages, eit.currents, eit.driveVoltages, eit.auxiliary].map((part) =>
    Array.from(part),
  );
  const all = parts.flat();
  const first = (frame: number): number[] =>
    Array.from(eit.voltages.subarray(208 * frame, 208 * frame + 10));
  return {
    bytes: bytes.length,
    frames: eit.frameCount,
    floats_per_frame: all.length / eit.frameCount,
    frame_rate_hz: eit.frameRateHz,
    duration_s: eit.frameCount / eit.frameRateHz,
    raw_float32_first10_of_frame0: first(0),
    raw_float32_first10_of_last_frame: first(eit.frameCount - 1),
    raw_sum: computeSum(all),
    raw_min: findMinimum(all),
    raw_max: findMaximum(all),
    frame0_mean_of_first208: computeMean(Array.from(eit.voltages.subarray(0, 208))),
    only_104_measurements: eit.voltages.subarray(104, 208).every((value) => value === 0),
  };
}

/** Impedance of the first pair, the mean of the three files of water. */
function waterImpedance(): number {
  const first = ['water_1', 'water_2', 'water_3'].map((name) =>
    parseCsvTable(readText(`eit/lct-tank/${name}.txt`)).columns.map(
      ({ values }) => values[0] ?? Number.NaN,
    ),
  );
  return computeMean(
    first.map(([real = 0, imaginary = 0, current = 1]) => Math.hypot(real, imaginary) / current),
  );
}

/** The column of the tank file that the others are relative to. */
const referenceColumn = (): string =>
  parseCsvTable(readText('eit/tank-known-positions/avgdata_ph1t1.derived.csv')).columns.find(
    ({ name }) => /ref/i.test(name),
  )?.name ?? '';
