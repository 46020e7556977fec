import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { natsServerBinary } from '../apps/server/src/testing/nats-server.ts';
import { seededRandom } from '../packages/signal/src/testing/synthetic-signals.ts';
import { commandVersion, percentile, printMachine, readVersion } from './rig/report.ts';
import { FAULTS, needsClock, type Fault } from './s13/faults.ts';
import { runRound, type RoundResult } from './s13/round.ts';
import { startFixture } from './s13/fixture.ts';
import { buildSteppedClock } from '../apps/server/src/testing/stepped-clock.ts';

/*
 * S13: two servers behind a balancer, NATS and PostgreSQL. Call buttons of 45 beds are pressed once
 * a second, people fall occasionally, nurses answer, members send 50 requests a second, and the
 * servers suffer faults. Every acknowledged event must become exactly one alarm.
 *
 * S13_ROUNDS: rounds of each fault, 10 by default. S13_FAULTS: comma-separated names, all by
 * default. S13_SEED: seed of the random events, 1 by default. S13_OUTPUT: a JSON file for the
 * figures.
 */
const ROOMS = 45;
const SCREENS = 2;
const SCREEN_P99_MS = 5_000;
const UNDISTURBED_P99_MS = 300;

const rounds = Number(process.env['S13_ROUNDS'] ?? 10);
const seed = Number(process.env['S13_SEED'] ?? 1);
const output = process.env['S13_OUTPUT'];
const natsBinary = natsServerBinary();
if (natsBinary === undefined) throw new Error('S13 needs nats-server');

printMachine({
  mqtt: readVersion('mqtt'),
  pg: readVersion('pg'),
  nats: commandVersion(natsBinary, '--version'),
});
console.log(
  `S13: ${ROOMS} rooms, one press a second, a fall every 8 s, 50 requests/s, ${SCREENS} screens, ${rounds} rounds each, seed ${seed}; goals: 0 not raised, 0 twice, 0 false deviceOffline; press to screen p99 ≤ ${SCREEN_P99_MS / 1000} s, without a fault ${UNDISTURBED_P99_MS} ms; no failed request where a server is left that can answer, none over 10 s anywhere`,
);

const results = new Map<string, RoundResult[]>();
let hasMissed = false;
for (const fault of chooseFaults(process.env['S13_FAULTS'])) {
  const done = await runFault(fault);
  results.set(fault.name, done);
  hasMissed = print(fault, done) || hasMissed;
  if (output !== undefined) await writeFile(output, toJson());
}
process.exit(hasMissed ? 1 : 0);

function chooseFaults(list: string | undefined): readonly Fault[] {
  const names = list?.split(',').map((name) => name.trim()) ?? FAULTS.map(({ name }) => name);
  const unknown = names.filter((name) => FAULTS.every((fault) => fault.name !== name));
  if (unknown.length > 0)
    throw new Error(
      `no fault is called ${unknown.join(', ')}; there are ${FAULTS.map(({ name }) => name).join(', ')}`,
    );
  const clock = buildSteppedClock();
  clock?.remove();
  return FAULTS.filter((fault) => names.includes(fault.name)).filter((fault) => {
    const isLeftOut = needsClock(fault) && clock === null;
    if (isLeftOut) console.log(`${fault.name}: left out, needs Linux with a C compiler`);
    return !isLeftOut;
  });
}

async function runFault(fault: Fault): Promise<RoundResult[]> {
  const random = seededRandom(seed);
  const fixture = await startFixture({
    rooms: ROOMS,
    screens: SCREENS,
    natsBinary: natsBinary ?? '',
    random,
  });
  const abort = (): void => void fixture.close().finally(() => process.exit(2));
  process.once('SIGTERM', abort).once('SIGINT', abort);
  try {
    const done: RoundResult[] = [];
    for (let round = 0; round < rounds; round += 1)
      done.push(await runRound({ fixture, fault, random }));
    return done;
  } finally {
    process.off('SIGTERM', abort).off('SIGINT', abort);
    await fixture.close();
  }
}

/** Prints the sum of all rounds. @returns whether a goal was missed */
function print(fault: Fault, done: readonly RoundResult[]): boolean {
  const sum = (read: (result: RoundResult) => number): number =>
    done.reduce((total, result) => total + read(result), 0);
  const kinds = (['presses', 'falls'] as const).map((kind) => ({
    kind,
    acknowledged: sum((result) => result[kind].acknowledged),
    unacknowledged: sum((result) => result[kind].sent - result[kind].acknowledged),
    notRaised: sum((result) => result[kind].notRaised),
    twice: sum((result) => result[kind].twice),
  }));
  const screenMs = done.flatMap((result) => result.screenMs);
  const p99Ms = percentile(screenMs, 0.99);
  const acknowledgedMs = done.flatMap((result) => result.acknowledgedMs);
  const outcomes = new Map<string, number>();
  for (const [outcome, count] of done.flatMap((result) => [...result.requests]))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  const failed = [...outcomes].filter(([outcome]) => outcome !== 'ok');
  const offline = sum((result) => result.offlineAlarms);
  const shownOffline = sum((result) => result.shownOffline);
  const notShown = sum((result) => result.notShown);
  const complaints = done.flatMap((result) => result.complaints);
  const [load = 0] = loadavg();
  console.log(`${fault.name} (load ${load.toFixed(1)})`);
  for (const { kind, acknowledged, unacknowledged, notRaised, twice } of kinds)
    console.log(
      `  ${kind}: ${notRaised} not raised, ${twice} twice of ${acknowledged}; ${unacknowledged} not acknowledged`,
    );
  console.log(`  false deviceOffline: ${offline} alarms, ${shownOffline} times on a screen`);
  console.log(
    `  requests: ${outcomes.get('ok') ?? 0} ok${failed.map(([outcome, count]) => `, ${count} × ${outcome}`).join('')}`,
  );
  console.log(
    `  press to screen: p50 ${percentile(screenMs, 0.5).toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms; ${notShown} never; screens reloaded ${sum(({ reloads }) => reloads)} times, ended ${sum(({ screenFailures }) => screenFailures)}`,
  );
  console.log(
    `  press to acknowledgement: p50 ${percentile(acknowledgedMs, 0.5).toFixed(0)} ms, p99 ${percentile(acknowledgedMs, 0.99).toFixed(0)} ms`,
  );
  for (const complaint of complaints) console.log(`  ${complaint}`);
  const isWrong = kinds.some(({ notRaised, twice }) => notRaised + twice > 0);
  const isLate = p99Ms > (fault.name === 'none' ? UNDISTURBED_P99_MS : SCREEN_P99_MS);
  const hasFailed = failed.some(
    ([outcome]) => !fault.mayFail || outcome === 'late' || outcome === '503 bare',
  );
  return (
    isWrong || isLate || hasFailed || offline + shownOffline + notShown + complaints.length > 0
  );
}

function toJson(): string {
  const faults = [...results].map(([name, done]) => [
    name,
    done.map((result) => ({ ...result, requests: Object.fromEntries(result.requests) })),
  ]);
  return JSON.stringify(Object.fromEntries(faults), null, 2);
}
