import { parseArgs } from 'node:util';

export type Options = {
  readonly mqttUrl: string;
  readonly httpUrl: string | null;
  readonly email: string | null;
  readonly password: string | null;
  readonly wardFile: string | null;
  readonly devices: number;
  readonly scenario: string | null;
  readonly replays: readonly string[];
  readonly roomName: string;
  readonly rateHz: number | null;
  readonly columns: readonly string[] | null;
  readonly loop: boolean;
  readonly speed: number;
  readonly seed: number;
};

export const USAGE = `simulated devices that send real frames
  --ward FILE             devices and keys in a file written by the demo
  --devices N             register and play N devices (1 to 10000); requires --server, --email and a password (YAMORI_PASSWORD, or --password, which other users of the machine can read)
  --replay FILE           play a recording as a device: .hea, .edf, .get, .csv, .txt; may be repeated; same requirements
  --room NAME             room of replayed or registered devices (default "Replay")
  --rate HZ --column NAME rate and columns of a CSV without a column of seconds; --column may be repeated
  --loop                  repeat recordings; otherwise the simulator ends when everything is stored
  --scenario NAME         scenario of every room; by default each room has its own
  --speed X               simulated seconds a second (default 1); other speeds omit the device time
  --seed N                seed of the random numbers (default 1)
  --mqtt URL              MQTT address for devices (default mqtt://127.0.0.1:18830)
  --server URL            web address of the server`;

/**
 * Parses the options. `--password` overrides `storedPassword`, which other users of the machine
 * cannot read.
 */
export function readOptions(
  args: readonly string[],
  storedPassword: string | null = null,
): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ward: { type: 'string' },
      devices: { type: 'string', default: '0' },
      scenario: { type: 'string' },
      replay: { type: 'string', multiple: true, default: [] },
      room: { type: 'string', default: 'Replay' },
      rate: { type: 'string' },
      column: { type: 'string', multiple: true },
      loop: { type: 'boolean', default: false },
      speed: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      mqtt: { type: 'string', default: 'mqtt://127.0.0.1:18830' },
      server: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
    },
  });
  return {
    mqttUrl: values.mqtt,
    httpUrl: values.server ?? null,
    email: values.email ?? null,
    password: values.password ?? storedPassword,
    wardFile: values.ward ?? null,
    devices: wholeOption('devices', values.devices, 0, 10_000),
    scenario: values.scenario ?? null,
    replays: values.replay,
    roomName: values.room,
    rateHz: values.rate === undefined ? null : numberOption('rate', values.rate, 0.001, 100_000),
    columns: values.column ?? null,
    loop: values.loop,
    speed: numberOption('speed', values.speed, 0.01, 1000),
    seed: wholeOption('seed', values.seed, 0, 2 ** 31),
  };
}

function numberOption(name: string, text: string, lowest: number, highest: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= lowest && value <= highest))
    throw new Error(`--${name} takes a number from ${lowest} to ${highest}, not "${text}"`);
  return value;
}

function wholeOption(name: string, text: string, lowest: number, highest: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < lowest || value > highest)
    throw new Error(`--${name} takes a whole number from ${lowest} to ${highest}, not "${text}"`);
  return value;
}
