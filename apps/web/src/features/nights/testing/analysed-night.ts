import { correctNight } from '@yamori/signal';

const EPOCH_MS = 30_000;
type Stage = 'wake' | 'asleep' | 'missing';

/**
 * A night as the analysis stores it, from noon to noon in Tokyo: in bed from 22:00 to 6:00, asleep
 * `latency` minutes later, out of bed for six minutes at 2:30, and unknown for the given minutes at
 * 4:00.
 */
export function analysedNight(
  night: string,
  {
    latency = 12,
    unknownMinutes = 0,
    nap = false,
  }: { latency?: number; unknownMinutes?: number; nap?: boolean } = {},
): Record<string, unknown> {
  const fromMs = Date.parse(`${night}T03:00:00Z`);
  const at = (epoch: number): Date => new Date(fromMs + epoch * EPOCH_MS);
  const isNap = (epoch: number): boolean => nap && epoch >= 120 && epoch < 180;
  const inBed = (epoch: number): boolean =>
    isNap(epoch) || (epoch >= 1200 && epoch < 2160 && !isOut(epoch));
  const isOut = (epoch: number): boolean => epoch >= 1740 && epoch < 1752;
  const getStage = (epoch: number): Stage => {
    if (epoch >= 1920 && epoch < 1920 + 2 * unknownMinutes) return 'missing';
    if (isNap(epoch)) return 'asleep';
    if (epoch < 1200 || epoch >= 2160) return nap && epoch < 1200 ? 'wake' : 'missing';
    return epoch < 1200 + 2 * latency || isOut(epoch) || epoch >= 2140 ? 'wake' : 'asleep';
  };
  const epochs = Array.from({ length: 2880 }, (_, epoch) => getStage(epoch));
  const presence = epochs.map((fixture, epoch) =>
    inBed(epoch)
      ? ('inBed' as const)
      : fixture === 'wake'
        ? ('outOfBed' as const)
        : ('unknown' as const),
  );
  const minutes = (value: (minute: number) => number | null): (number | null)[] =>
    Array.from({ length: 1440 }, (_, minute) => (inBed(2 * minute) ? value(minute) : null));
  const trends = {
    heartRate: minutes((minute) => 60 + 6 * Math.sin(minute / 50)),
    respirationRate: minutes(() => 14),
    temperature: minutes(() => 36.2),
    movement: minutes((minute) => (minute % 40 === 0 ? 40 : 2)),
  };
  const events = [
    {
      kind: 'bedExit' as const,
      fromMs: fromMs + 1740 * EPOCH_MS,
      toMs: fromMs + 1752 * EPOCH_MS,
      certainty: 0.9,
    },
  ];
  const { sleeps, metrics, bounds, coverage } = correctNight(
    {
      fromMs,
      utcOffsetMinutes: 540,
      stages: epochs,
      presence,
      trends,
      events,
      variability: [],
      breathingMeasured: false,
      presenceMeasured: true,
    },
    [],
  );
  const runs: { state: string; epochs: number }[] = [];
  for (const state of presence) {
    const last = runs.at(-1);
    if (last?.state === state) last.epochs += 1;
    else runs.push({ state, epochs: 1 });
  }
  return {
    night,
    from: at(0),
    to: at(2880),
    state: 'done',
    resultVersion: 2,
    analysedAt: at(2900),
    problem: null,
    epochs,
    probabilityOfSleep: [],
    presence: runs,
    trends: { ...trends, heartRateBand: null, respirationRateBand: null, posture: [] },
    events: [{ kind: 'bedExit', from: at(1740), to: at(1752), certainty: 0.9 }],
    sleeps: sleeps.map(({ kind, fromMs: start, toMs, minutesAsleep }) => ({
      kind,
      from: new Date(start),
      to: new Date(toMs),
      minutesAsleep,
    })),
    heartRateVariability: [],
    actigraphy: null,
    metrics,
    bounds,
    quality: {
      code: unknownMinutes > 60 ? 'partial' : 'good',
      coverage,
      recorded: 0.34,
      signals: { accelerometer: 0.34, ecg: 0.34 },
    },
    provenance: {
      algorithm: 'yamori-night',
      version: '2',
      signals: ['accelerometer', 'ecg'],
      segments: ['A-1:1 2026-11-20T13:00:00Z/2026-11-20T21:00:00Z'],
      segmentsLeftOut: 0,
      parameters: { epochSeconds: 30 },
      devices: [
        {
          serial: 'A-1',
          firmware: '1.4.0',
          typeId: 'multi',
          streams: [{ streamId: 1, signal: 'accelerometer', sampleRateHz: 25 }],
        },
      ],
      input: 'x',
    },
    edits: [],
  };
}
