import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { startNatsServer, type NatsServer } from '../../apps/server/src/testing/nats-server.ts';
import { buildSteppedClock } from '../../apps/server/src/testing/stepped-clock.ts';
import { startDatabase } from '../rig/server-process.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { startBedDevice, type BedDevice } from './bed-device.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { openNurseScreen, type NurseScreen, type RingingCall } from './nurse-screen.ts';
import { send, startRequestLoad, type RequestLoad } from './request-load.ts';
import { createServerControl, type ServerControl } from './server-control.ts';
import { createWard } from './ward.ts';

/** Two servers behind a load balancer, with rooms, nurses and other members at work. */
export type Fixture = {
  readonly servers: readonly [ServerControl, ServerControl];
  readonly balancer: Balancer;
  readonly broker: BrokerControl;
  readonly database: pg.Pool;
  readonly beds: readonly Bed[];
  /** The beds in turn, over all rounds: a second fall within 20 s counts as the same one. */
  readonly nextToFall: () => Bed;
  readonly screens: readonly NurseScreen[];
  readonly requests: RequestLoad;
  readonly ledger: Ledger;
  /** Resolves once the load balancer uses every server. */
  readonly untilBalanced: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Bed = { readonly roomId: string; readonly device: BedDevice };

export type BrokerControl = {
  readonly stop: () => Promise<void>;
  /** Restarts it on its port. */
  readonly start: () => Promise<void>;
};

export type StageOptions = {
  readonly rooms: number;
  readonly screens: number;
  readonly natsBinary: string;
  /** In [0, 1). */
  readonly random: () => number;
};

const READY_TIMEOUT_MS = 60_000;
/** By then the estimators have enough data to recognise a fall. */
const WARM_UP_MS = 10_000;
const FINISHED_AFTER_MS = 1_500;
/** A screen that has not shown a press by then has missed it. */
const SHOWN_TIMEOUT_MS = 60_000;

export async function startFixture(options: StageOptions): Promise<Fixture> {
  const { random } = options;
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const postgres = await startDatabase();
    closers.push(postgres.stop);
    const broker = await createBroker(options.natsBinary);
    closers.push(broker.stop);
    const servers = [
      await openServer(postgres.url, broker.url, closers),
      await openServer(postgres.url, broker.url, closers),
    ] as const;
    await servers[0].start();
    const ward = await createWard({
      url: `http://127.0.0.1:${servers[0].backend.httpPort}`,
      firstStartLink: await servers[0].process().firstStartLink,
      databaseUrl: postgres.url,
      rooms: options.rooms,
    });
    await servers[1].start();
    const balancer = await startBalancer(servers.map(({ backend }) => backend));
    closers.push(balancer.close);
    const untilBalanced = () =>
      untilTrue(
        () => servers.every(({ backend }) => balancer.isReady(backend)),
        () => describeReadiness(servers),
      );
    await untilBalanced();
    const beds = ward.rooms.map(({ roomId, serial }) => ({
      roomId,
      device: startBedDevice({
        serial,
        key: ward.deviceKey,
        mqttPort: balancer.mqttPort,
        random,
      }),
    }));
    closers.push(() => Promise.all(beds.map(({ device }) => device.end())));
    const target = { port: balancer.httpPort, cookie: ward.cookie };
    const screens: NurseScreen[] = [];
    for (let index = 0; index < options.screens; index += 1)
      screens.push(
        openNurseScreen({
          origin: `http://127.0.0.1:${balancer.httpPort}`,
          cookie: ward.cookie,
          domainId: ward.domainId,
          onRinging: createNurse(target, screens),
        }),
      );
    closers.push(() => screens.forEach((screen) => screen.close()));
    const requests = startRequestLoad(target);
    closers.push(requests.end);
    const database = new pg.Pool({ connectionString: postgres.url, max: 1 });
    closers.push(() => database.end());
    await untilTrue(
      () => screens.every((screen) => screen.roomsOnline() === beds.length),
      async () => `rooms online on the screens: ${screens.map((s) => s.roomsOnline()).join(', ')}`,
    );
    await wait(WARM_UP_MS);
    const ledger = createLedger();
    const fallOrder = shuffle(beds, random);
    const nextToFall = (): Bed => {
      const bed = fallOrder.shift();
      if (bed === undefined) throw new Error('there is no bed');
      fallOrder.push(bed);
      return bed;
    };
    return {
      servers,
      balancer,
      broker,
      database,
      beds,
      nextToFall,
      screens,
      requests,
      ledger,
      untilBalanced,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export const shuffle = (beds: readonly Bed[], random: () => number): Bed[] =>
  beds
    .map((bed) => ({ bed, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ bed }) => bed);

async function openServer(
  databaseUrl: string,
  natsUrl: string,
  closers: (() => unknown)[],
): Promise<ServerControl> {
  const clock = buildSteppedClock();
  closers.push(() => clock?.remove());
  const server = await createServerControl({ databaseUrl, natsUrl, clock });
  closers.push(server.close);
  return server;
}

async function createBroker(binary: string): Promise<BrokerControl & { readonly url: string }> {
  const port = await freePort();
  let running: NatsServer | null = await startNatsServer(binary, port);
  return {
    url: running.url,
    async stop() {
      await running?.stop('SIGKILL');
      running = null;
    },
    async start() {
      running ??= await startNatsServer(binary, port);
    },
  };
}

async function untilTrue(isTrue: () => boolean, what: () => Promise<string>): Promise<void> {
  const deadlineMs = performance.now() + READY_TIMEOUT_MS;
  while (!isTrue()) {
    if (performance.now() > deadlineMs) throw new Error(`not in time: ${await what()}`);
    await wait(100);
  }
}

/** The reply of each server's /readyz. */
async function describeReadiness(servers: readonly ServerControl[]): Promise<string> {
  const answers = servers.map(async ({ backend, process }) => {
    const limit = AbortSignal.timeout(5_000);
    const url = `http://127.0.0.1:${backend.httpPort}/readyz`;
    const text = await fetch(url, { signal: limit }).then(
      (reply) => reply.text(),
      (error: Error) => error.message,
    );
    return `process ${process().pid}: ${text}`;
  });
  return (await Promise.all(answers)).join('; ');
}

/**
 * Acknowledges every call, and completes it once every screen has shown it: a call that is over
 * disappears, so a screen that reconnects would never show it.
 */
function createNurse(
  target: { readonly port: number; readonly cookie: string },
  screens: readonly NurseScreen[],
) {
  const attendedRooms = new Set<string>();
  return (call: RingingCall): void => {
    const { roomId } = call;
    if (attendedRooms.has(roomId)) return;
    attendedRooms.add(roomId);
    void attend(call).finally(() => attendedRooms.delete(roomId));
  };

  async function attend(call: RingingCall): Promise<void> {
    await step(call, 'acknowledge', {});
    await wait(FINISHED_AFTER_MS);
    const deadlineMs = performance.now() + SHOWN_TIMEOUT_MS;
    while (!screens.every((screen) => screen.hasShown(call)) && performance.now() < deadlineMs)
      await wait(100);
    await step(call, 'resolve', { outcome: 'helped' });
  }

  /** A newer press keeps ringing, because the command names the press that the nurse saw. */
  async function step(
    { roomId, accidentId, lastAt }: RingingCall,
    verb: 'acknowledge' | 'resolve',
    more: object,
  ): Promise<void> {
    const path = `/api/rooms/${roomId}/accidents/${accidentId}/${verb}`;
    const body = JSON.stringify({ ...more, lastAt });
    // The web application repeats requests that a stopping server rejects.
    for (let tries = 0; tries < 30; tries += 1) {
      const outcome = await send(target, false, 'POST', path, body);
      if (outcome === 'ok') return;
      await wait(1_000);
    }
  }
}
