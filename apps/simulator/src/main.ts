import { isScenarioName, SCENARIOS } from './scenarios/scenarios.ts';
import { registerDevices, type NewDevice } from './registration/device-registration.ts';
import { signIn } from './registration/server-calls.ts';
import { loadRecording } from './replay/recording-file.ts';
import { readOptions, USAGE, type Options } from './simulator-options.ts';
import { createReplayedDevice } from './ward/replayed-device.ts';
import { SIMULATED_BED } from './ward/simulated-bed.ts';
import { planRooms, readThorax, readWardFile, type KeyedDevice } from './ward/ward-file.ts';
import { playWard, type PlayedRoom } from './ward/ward-player.ts';

const log = (line: string): void => void process.stderr.write(`simulator: ${line}\n`);

async function main(options: Options): Promise<void> {
  const startUs = Date.now() * 1000;
  const isRealTime = options.speed === 1;
  const scenario =
    options.scenario !== null && isScenarioName(options.scenario) ? options.scenario : null;
  if (options.scenario !== null && scenario === null)
    throw new Error(
      `unknown scenario "${options.scenario}"; scenarios: ${Object.keys(SCENARIOS).join(', ')}`,
    );

  const made = [...(await makeReplays(options, startUs, isRealTime))];
  const simulated: KeyedDevice[] = [
    ...(options.wardFile === null ? [] : readWardFile(options.wardFile)),
    ...(await makeDevices(options)),
  ];
  const rooms: PlayedRoom[] = [
    ...made,
    ...planRooms(simulated, {
      scenario,
      seed: options.seed,
      startUs,
      isRealTime,
      thorax: readThorax(),
    }),
  ];
  if (rooms.length === 0) throw new Error('nothing to play; use --ward, --devices or --replay');

  const player = playWard(rooms, {
    serverUrl: options.mqttUrl,
    speed: options.speed,
    nowMs: Date.now,
    maxPending: 600,
    reconnectMs: 1500,
  });
  log(`${player.counts().devices} devices at ${options.speed}x`);
  const watch = setInterval(() => {
    const { refusal, dropped } = player.counts();
    if (refusal !== null || dropped > 0)
      log(`${dropped} batches dropped${refusal === null ? '' : `; ${refusal}`}`);
  }, 30_000);
  const endWith = (close: () => Promise<void>): void => {
    clearInterval(watch);
    void close().finally(() => process.exit(0));
  };
  const stop = (): void => endWith(player.stop);
  void player.ended.then(() => {
    log('everything was played');
    endWith(player.finish);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  // Stop when the parent process has exited.
  process.on('disconnect', stop);
}

async function register(
  options: Options,
  devices: readonly NewDevice[],
): Promise<ReadonlyMap<string, string>> {
  if (options.httpUrl === null || options.email === null || options.password === null)
    throw new Error(
      'registering devices requires --server, --email and the password (YAMORI_PASSWORD) of an authorised member',
    );
  return registerDevices(await signIn(options.httpUrl, options.email, options.password), devices);
}

async function makeReplays(
  options: Options,
  startUs: number,
  isRealTime: boolean,
): Promise<PlayedRoom[]> {
  const replays = options.replays.map((path) => {
    const recording = loadRecording(path, {
      ...(options.rateHz === null ? {} : { rateHz: options.rateHz }),
      ...(options.columns === null ? {} : { columns: options.columns }),
    });
    const serial = `REPLAY-${recording.name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`.slice(0, 40);
    return { recording, serial };
  });
  if (replays.length === 0) return [];
  const keys = await register(
    options,
    replays.map(({ recording, serial }) => ({
      serial,
      typeCode: serial.toLowerCase(),
      typeName: recording.name,
      streams: recording.streams.map((stream) => stream.declaration),
      roomName: options.roomName,
    })),
  );
  for (const { recording, serial } of replays)
    log(
      `${serial}: ${recording.streams.length} streams, ${Math.round(recording.durationSeconds)} s`,
    );
  return replays.map(({ recording, serial }) => ({
    room: createReplayedDevice(recording, { serial, startUs, isRealTime, loop: options.loop }),
    keys: new Map([[serial, keys.get(serial) ?? '']]),
  }));
}

async function makeDevices(options: Options): Promise<KeyedDevice[]> {
  const devices = Array.from({ length: options.devices }, (_, index): NewDevice => {
    const number = String(index + 1).padStart(5, '0');
    return {
      serial: `SIM-${number}`,
      typeCode: SIMULATED_BED.code,
      typeName: SIMULATED_BED.name,
      streams: SIMULATED_BED.streams,
      roomName: `${options.roomName} ${number}`,
    };
  });
  if (devices.length === 0) return [];
  const keys = await register(options, devices);
  return devices.map(({ serial, roomName, streams }) => ({
    serial,
    key: keys.get(serial) ?? '',
    roomName,
    streams,
  }));
}

if (process.argv.includes('--help')) log(USAGE);
else {
  main(readOptions(process.argv.slice(2), process.env['YAMORI_PASSWORD'] ?? null)).catch(
    (error: unknown) => {
      log(error instanceof Error ? error.message : String(error));
      process.exitCode = 2;
    },
  );
}
