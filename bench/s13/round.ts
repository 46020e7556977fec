import { setTimeout as wait } from 'node:timers/promises';
import type { Fault, Outage } from './faults.ts';
import type { Compared, Comparison, Pressed } from './ledger.ts';
import type { RequestOutcome } from './request-load.ts';
import { shuffle, type Fixture } from './fixture.ts';

/** The effect of one round of a fault on alarms, requests and screens. */
export type RoundResult = {
  readonly presses: Compared;
  readonly falls: Compared;
  readonly offlineAlarms: number;
  readonly shownOffline: number;
  readonly reloads: number;
  readonly screenFailures: number;
  readonly requests: ReadonlyMap<RequestOutcome, number>;
  /** From a press, or from the end of an outage in which it was made, to every screen. */
  readonly screenMs: readonly number[];
  /** From a press to its acknowledgement, which includes reconnecting, in milliseconds. */
  readonly acknowledgedMs: readonly number[];
  /** Presses that a screen never showed. */
  readonly notShown: number;
  readonly complaints: readonly string[];
};

export type RoundOptions = {
  readonly fixture: Fixture;
  readonly fault: Fault;
  readonly random: () => number;
};

const PRESS_EVERY_MS = 1_000;
const FALL_EVERY_PRESSES = 8;
const LEAD_MS = 8_000;
/** Silence becomes an alarm after 15 s, so a false one appears within this time. */
const AFTER_MS = 25_000;
/** Alarms that are not raised by then count as lost. */
const SETTLE_MS = 60_000;
const POLL_MS = 500;

export async function runRound({ fixture, fault, random }: RoundOptions): Promise<RoundResult> {
  const before = await readFigures(fixture);
  fixture.requests.takeCounts();
  const complaints: string[] = [];
  const outages: Outage[] = [];
  const [one, two] = fixture.servers;
  const [victim, other] = random() < 0.5 ? [one, two] : [two, one];
  const people = startPeople(fixture, random);
  await wait(LEAD_MS);
  await fault.run({
    fixture,
    victim,
    other,
    complain: (text) => complaints.push(text),
    reportOutage: (outage) => outages.push(outage),
  });
  await wait(AFTER_MS);
  const presses = people.end();
  await untilSettled(fixture, before, presses);
  const after = await readFigures(fixture);
  const shown = presses.flatMap((press) =>
    fixture.screens.map((screen) => {
      const atMs = screen.shownAtMs(press.roomId, press.number);
      return atMs === null ? null : atMs - afterOutages(press.sentAtMs, outages);
    }),
  );
  return {
    presses: subtract(after.presses, before.presses),
    falls: subtract(after.falls, before.falls),
    offlineAlarms: after.offlineAlarms - before.offlineAlarms,
    shownOffline: after.shownOffline - before.shownOffline,
    reloads: after.reloads - before.reloads,
    screenFailures: after.failures - before.failures,
    requests: fixture.requests.takeCounts(),
    screenMs: shown.filter((ms) => ms !== null),
    acknowledgedMs: presses.flatMap(({ sentAtMs, acknowledgedAtMs }) =>
      acknowledgedAtMs === null ? [] : [acknowledgedAtMs - sentAtMs],
    ),
    notShown: shown.filter((ms) => ms === null).length,
    complaints,
  };
}

type Figures = Comparison & {
  readonly shownOffline: number;
  readonly reloads: number;
  readonly failures: number;
};

async function readFigures({ ledger, database, screens }: Fixture): Promise<Figures> {
  const figures = screens.map((screen) => screen.figures());
  const sum = (key: 'shownOffline' | 'reloads' | 'failures'): number =>
    figures.reduce((total, each) => total + each[key], 0);
  return {
    ...(await ledger.compare(database)),
    shownOffline: sum('shownOffline'),
    reloads: sum('reloads'),
    failures: sum('failures'),
  };
}

const subtract = (after: Compared, before: Compared): Compared => ({
  sent: after.sent - before.sent,
  acknowledged: after.acknowledged - before.acknowledged,
  notRaised: after.notRaised - before.notRaised,
  twice: after.twice - before.twice,
});

/** One press a second, over the rooms in random order, and an occasional fall. */
function startPeople({ beds, nextToFall, ledger }: Fixture, random: () => number) {
  const pressed: Pressed[] = [];
  const order = shuffle(beds, random);
  const timer = setInterval(() => {
    const count = pressed.length;
    const bed = order[count % order.length];
    if (bed !== undefined) pressed.push(ledger.press(bed.roomId, bed.device.press()));
    if (count % FALL_EVERY_PRESSES !== 0) return;
    const fallen = nextToFall();
    ledger.fall(fallen.roomId, fallen.device.fall());
  }, PRESS_EVERY_MS);
  return {
    end(): readonly Pressed[] {
      clearInterval(timer);
      return pressed;
    },
  };
}

/** Waits until everything sent is acknowledged, raised and shown, for `SETTLE_MS` at most. */
async function untilSettled(
  fixture: Fixture,
  before: Comparison,
  presses: readonly Pressed[],
): Promise<void> {
  const deadlineMs = performance.now() + SETTLE_MS;
  while (performance.now() < deadlineMs) {
    const now = await fixture.ledger.compare(fixture.database);
    const isStored = [
      [now.presses, before.presses],
      [now.falls, before.falls],
    ].every(
      ([after, then]) =>
        after !== undefined &&
        then !== undefined &&
        after.acknowledged === after.sent &&
        after.notRaised === then.notRaised,
    );
    const isShown = presses.every(({ roomId, number }) =>
      fixture.screens.every((screen) => screen.shownAtMs(roomId, number) !== null),
    );
    if (isStored && isShown) return;
    await wait(POLL_MS);
  }
}

/** The first time from `atMs` on at which a server had a database. */
const afterOutages = (atMs: number, outages: readonly Outage[]): number =>
  outages.find(({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs)?.untilMs ?? atMs;
