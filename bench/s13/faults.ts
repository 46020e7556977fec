import { setTimeout as wait } from 'node:timers/promises';
import type { LinkQuality } from '../../apps/server/src/testing/tcp-proxy.ts';
import type { ServerControl } from './server-control.ts';
import type { Fixture } from './fixture.ts';

/** The context of a fault; `victim` and `other` are the two servers of the fixture. */
export type FaultContext = {
  readonly fixture: Fixture;
  readonly victim: ServerControl;
  readonly other: ServerControl;
  /** Reports failures other than those of alarms and requests. */
  readonly complain: (text: string) => void;
  /**
   * Reports that no server had a database in this time, by `performance.now()`. A press in it
   * cannot be stored before its end.
   */
  readonly reportOutage: (outage: Outage) => void;
};

export type Outage = { readonly fromMs: number; readonly untilMs: number };

export type Fault = {
  readonly name: string;
  /**
   * Whether requests may fail. If not, the fault leaves a server that can respond and breaks no
   * connection, so a failed request is a defect.
   */
  readonly mayFail: boolean;
  /** Resolves once both servers work again. */
  readonly run: (context: FaultContext) => Promise<void>;
};

const EXIT_LIMIT_MS = 10_000;
const AWAY_MS = 8_000;
const UNDISTURBED_MS = 20_000;

export const FAULTS: readonly Fault[] = [
  { name: 'none', mayFail: false, run: () => wait(UNDISTURBED_MS) },
  { name: 'sigterm', mayFail: false, run: (context) => restart(context, context.victim) },
  {
    name: 'kill',
    mayFail: true,
    async run({ fixture, victim }) {
      await victim.end('SIGKILL');
      await wait(5_000);
      await victim.start();
      await fixture.untilBalanced();
    },
  },
  {
    name: 'rolling',
    mayFail: false,
    async run(context) {
      await restart(context, context.victim);
      await restart(context, context.other);
    },
  },
  {
    name: 'freeze',
    mayFail: true,
    async run({ victim, fixture }) {
      victim.process().kill('SIGSTOP');
      await wait(20_000);
      victim.process().kill('SIGCONT');
      await fixture.untilBalanced();
    },
  },
  {
    name: 'postgres',
    mayFail: true,
    async run({ fixture, reportOutage }) {
      const fromMs = performance.now();
      await degradeLinks(fixture, fixture.servers, 'cut', AWAY_MS);
      reportOutage({ fromMs, untilMs: fromMs + AWAY_MS });
    },
  },
  {
    name: 'nats',
    mayFail: false,
    async run({ fixture }) {
      await fixture.broker.stop();
      await wait(40_000);
      await fixture.broker.start();
      await fixture.untilBalanced();
    },
  },
  {
    name: 'link-cut',
    mayFail: true,
    run: ({ fixture, victim }) => degradeLinks(fixture, [victim], 'hole', 20_000),
  },
  {
    name: 'link-slow',
    mayFail: true,
    run: ({ fixture, victim }) => degradeLinks(fixture, [victim], { delayMs: 200 }, 20_000),
  },
  {
    name: 'link-bytes',
    mayFail: true,
    run: ({ fixture, victim }) => degradeLinks(fixture, [victim], { byteEveryMs: 1 }, 20_000),
  },
  { name: 'clock-ahead', mayFail: false, run: (context) => stepClock(context, 3_600) },
  { name: 'clock-behind', mayFail: false, run: (context) => stepClock(context, -3_600) },
];

async function restart({ fixture, complain }: FaultContext, server: ServerControl): Promise<void> {
  const { code, elapsedMs } = await server.end('SIGTERM');
  if (code !== 0 || elapsedMs > EXIT_LIMIT_MS)
    complain(`a server ended with ${code} after ${(elapsedMs / 1000).toFixed(1)} s`);
  await server.start();
  await fixture.untilBalanced();
}

async function degradeLinks(
  fixture: Fixture,
  servers: readonly ServerControl[],
  quality: LinkQuality,
  forMs: number,
): Promise<void> {
  for (const { databaseLink } of servers) databaseLink.set(quality);
  await wait(forMs);
  for (const { databaseLink } of servers) databaseLink.set('open');
  await fixture.untilBalanced();
}

async function stepClock({ victim }: FaultContext, seconds: number): Promise<void> {
  victim.clock?.step(seconds);
  await wait(UNDISTURBED_MS);
  victim.clock?.step(0);
  await wait(UNDISTURBED_MS / 2);
}

/** A server's clock can be stepped only where a library can be built for it. */
export const needsClock = ({ name }: Fault): boolean => name.startsWith('clock-');
