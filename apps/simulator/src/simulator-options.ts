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

export const USAGE = `devices that speak real frames
  --ward FILE             devices and keys as the demonstration writes them
  --devices N             make N devices known and play them (1 to 10000); needs --server, --email and a password (YAMORI_PASSWORD, or --password, which others on the machine read)
  --replay FILE           play a recording as a device: .hea, .edf, .get, .csv, .txt; may be repeated; needs the same
  --room NAME             room for replayed or made devices (default "Replay")
  --rate HZ --column NAME of a CSV without a column of seconds; --column may be repeated
  --loop                  start a recording again at its end; without it the simulator ends when all of it is stored
  --scenario NAME         what every room plays; by default each room its own
  --speed X               simulated seconds a second (default 1); at another speed devices do not tell their time
  --seed N                another seed, another night (default 1)
  --mqtt URL              where devices connect (default mqtt://127.0.0.1:18830)
  --server URL            the server's web address`;

/**
 * @param passwordKept where others on the machine do not read it; a word `--password` goes before
 * it. @throws Error naming the option that cannot be used
 */
export function readOptions(words: readonly string[], passwordKept: string | null = null): Options {
  const { values } = parseArgs({
    args: [...words],
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
    password: values.password ?? passwordKept,
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
