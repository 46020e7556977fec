import { actigraphExports, actiwareExports } from './a8/actigraphy-values.ts';
import { compare, type Json, type Ours, type Tally } from './a8/compare.ts';
import { cpapNights, edfCases } from './a8/edf-values.ts';
import { eitFiles } from './a8/eit-values.ts';
import { hasRecordings, WHY_SKIPPED } from '../tools/run/recordings.mjs';
import { readReference } from './a8/files.ts';
import { bidmcRecords, japaneseTable, multisensor, noiseStress } from './a8/table-values.ts';
import { apneaRecords, mitRecords, sleepRecords } from './a8/wfdb-values.ts';

// Figure A8: compares every value of every reference.json with the result of the readers in
// packages/formats. Goal: no value that does not match.
const FOLDERS: readonly (readonly [
  folder: string,
  format: string,
  ours: (reference: { readonly [key: string]: Json }) => Ours,
])[] = [
  ['edf-cases', 'EDF, EDF+', edfCases],
  ['cpap-night-resmed', 'EDF, EDF+', cpapNights],
  ['ecg-mitdb', 'WFDB', mitRecords],
  ['apnea-ecg', 'WFDB', apneaRecords],
  ['slpdb', 'WFDB', sleepRecords],
  ['ecg-noise-stress', 'CSV', noiseStress],
  ['ecg-resp-bidmc', 'CSV', bidmcRecords],
  ['multisensor-csv', 'CSV', multisensor],
  ['csv-cp932', 'CSV', japaneseTable],
  ['actigraphy-actiware', 'Actiware', actiwareExports],
  ['actigraphy-actigraph', 'ActiGraph', actigraphExports],
  ['eit', 'EIT', eitFiles],
];

const MAX_SHOWN = 12;

function print(folder: string, format: string, { matched, wrong, unsupported }: Tally): void {
  const left = [...unsupported.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `A8  ${folder.padEnd(22)} ${format.padEnd(10)} matched ${String(matched).padStart(6)}   not matched ${String(wrong.length).padStart(4)}   not supported ${String(left).padStart(5)}`,
  );
  for (const [reason, count] of unsupported) console.log(`      ${count} not supported: ${reason}`);
  for (const { path, reference, ours } of wrong.slice(0, MAX_SHOWN))
    console.log(
      `      ${path}: reference ${JSON.stringify(reference).slice(0, 80)}, ours ${JSON.stringify(ours).slice(0, 80)}`,
    );
  if (wrong.length > MAX_SHOWN) console.log(`      … ${wrong.length - MAX_SHOWN} more`);
}

if (!hasRecordings) console.log(`a8-import${WHY_SKIPPED}`);
else {
  const tallies = FOLDERS.map(([folder, format, ours]) => {
    const reference = readReference(folder);
    const tally = compare(reference, ours(reference));
    print(folder, format, tally);
    return tally;
  });
  console.log('A8  BDF: the recordings have none; its reader is tested on built files');
  const total = (of: (tally: Tally) => number): number =>
    tallies.reduce((sum, tally) => sum + of(tally), 0);
  console.log(
    `A8  all: matched ${total(({ matched }) => matched)}, not matched ${total(({ wrong }) => wrong.length)}, not supported ${total(({ unsupported }) => [...unsupported.values()].reduce((sum, count) => sum + count, 0))}; goal: none that does not match`,
  );
}
