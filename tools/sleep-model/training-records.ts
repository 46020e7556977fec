import { readdirSync, readFileSync } from 'node:fs';
import { apneaFeatures, sleepWakeFeatures } from '@yamori/signal';
import { parseWfdbAnnotations } from '@yamori/formats';
import { recordingPath } from '../run/recordings.mjs';

/** One night: a row of inputs and a label per epoch or minute, in chronological order. */
export interface TrainingRecord {
  name: string;
  rows: Float64Array[];
  labels: Uint8Array;
}

const readNumbers = (path: string) =>
  readFileSync(recordingPath(path), 'utf8').trim().split('\n').map(Number);
const readBytes = (path: string) => readFileSync(recordingPath(path));

/**
 * The sixteen nights of Walch 2019 with activity, heart-rate variation and polysomnography; label 1
 * is sleep.
 */
export function watchRecords(): TrainingRecord[] {
  const names = readdirSync(recordingPath('sleep-accel-walch'))
    .filter((name) => name.endsWith('_psg_labels.out'))
    .map((name) => name.split('_')[0] ?? '');
  return names.toSorted().map((name) => {
    const part = (kind: string) => readNumbers(`sleep-accel-walch/${name}_${kind}.out`);
    return {
      name,
      rows: sleepWakeFeatures(part('count_feature'), part('hr_feature')),
      labels: Uint8Array.from(part('psg_labels'), (stage) => (stage > 0 ? 1 : 0)),
    };
  });
}

/**
 * The eighteen nights of the Apnea-ECG database: heartbeats and an expert's label per minute; label
 * 1 is apnoea.
 */
export function apneaRecords(): TrainingRecord[] {
  const names = readdirSync(recordingPath('apnea-ecg'))
    .filter((name) => name.endsWith('.apn'))
    .map((name) => name.slice(0, 3));
  return names.toSorted().map((name) => {
    const labels = parseWfdbAnnotations(readBytes(`apnea-ecg/${name}.apn`)).annotations;
    return {
      name,
      rows: apneaFeatures(apneaBeats(name), labels.length),
      labels: Uint8Array.from(labels, ({ symbol }) => (symbol === 'A' ? 1 : 0)),
    };
  });
}

export function apneaBeats(name: string): number[] {
  return parseWfdbAnnotations(readBytes(`apnea-ecg/${name}.qrs`)).annotations.map(
    ({ sampleIndex }) => sampleIndex / 100,
  );
}

/** Apnoeas and hypopnoeas per hour of each record, as published in the database. */
export function publishedEventsPerHour(): Map<string, number> {
  // Our own file format; the trainer fails for any other.
  const { records } = JSON.parse(
    readFileSync(recordingPath('apnea-ecg/reference.json'), 'utf8'),
  ) as { records: Record<string, { published: { AHI: number } }> };
  return new Map(Object.entries(records).map(([name, { published }]) => [name, published.AHI]));
}
