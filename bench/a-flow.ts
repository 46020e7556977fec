import { physicalSamples, readEdf } from '@yamori/formats';
import {
  breathingEvents,
  createSlowTrack,
  flowBreathShare,
  respirationMinutes,
} from '@yamori/signal';
import { readBytes, readText } from './a-recordings.ts';
import type { AccuracyLine } from './a-accuracy-line.ts';

interface Folder {
  sessions: { file: string }[];
  files: Record<string, { device_resp_rate?: { per_minute_mean: (number | null)[] } }>;
  scored_events?: Record<string, number>;
}

/**
 * A3 from flow: respiration rate per minute against the device's own, and its events, per folder of
 * a ResMed card.
 */
export function flowLines(): AccuracyLine[] {
  const folders = JSON.parse(readText('cpap-night-resmed/reference.json')) as Record<
    string,
    Folder
  >;
  return Object.entries(folders)
    .filter(([name]) => !name.startsWith('_'))
    .flatMap(([name, folder]) => folderLines(name, folder));
}

function folderLines(name: string, folder: Folder): AccuracyLine[] {
  const errors: number[] = [];
  let [uncertain, events, hours] = [0, 0, 0];
  for (const path of Object.keys(folder.files).filter((file) => file.endsWith('BRP.edf'))) {
    const flow = readEdf(readBytes(`cpap-night-resmed/${name}/${path}`)).streams.find(({ label }) =>
      label.startsWith('Flow'),
    );
    const device = deviceMinutes(folder, path);
    if (!flow || !device) continue;
    const samples = physicalSamples(flow);
    const track = createSlowTrack({
      sampleRateHz: flow.sampleRateHz,
      fromMs: 0,
      toMs: (1000 * samples.length) / flow.sampleRateHz,
    });
    track.push(samples, 0);
    events += breathingEvents(track.values(), track.rateHz).length;
    hours += samples.length / flow.sampleRateHz / 3600;
    for (const [minute, { perMinute }] of respirationMinutes(samples, {
      sampleRateHz: flow.sampleRateHz,
      breathShare: flowBreathShare,
    }).entries()) {
      const theirs = device[minute];
      if (theirs === undefined || theirs === null || theirs <= 0) continue;
      if (perMinute === null) uncertain += 1;
      else errors.push(Math.abs(perMinute - theirs));
    }
  }
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const scored = Object.values(folder.scored_events ?? {}).reduce((sum, count) => sum + count, 0);
  return [
    {
      figure: 'A3',
      what: `respiration from flow a minute, ${name}: MAE, /min`,
      value: `${mean.toFixed(2)} over ${errors.length} minutes (uncertain ${uncertain})`,
      reference: "the device's RespRate, mean of the minute",
      goal: '≤ 0.5',
      anchor: '-',
    },
    {
      figure: 'A3',
      what: `breathing events from flow, ${name}`,
      value: `${events} in ${hours.toFixed(1)} h`,
      reference: `${scored} scored by the device`,
      goal: '-',
      anchor: '-',
    },
  ];
}

/**
 * The file of slow values that belongs to a file of flow: same session, with a timestamp up to a
 * second apart.
 */
function deviceMinutes(folder: Folder, path: string): (number | null)[] | undefined {
  const parseSeconds = (file: string) =>
    Number(
      /(\d{2})(\d{2})(\d{2})_[A-Z]+\.edf$/
        .exec(file)
        ?.slice(1)
        .reduce((sum, part) => 60 * sum + Number(part), 0),
    );
  const match = Object.entries(folder.files).find(
    ([file, { device_resp_rate: rates }]) =>
      rates && file.endsWith('PLD.edf') && Math.abs(parseSeconds(file) - parseSeconds(path)) < 30,
  );
  return match?.[1].device_resp_rate?.per_minute_mean;
}
