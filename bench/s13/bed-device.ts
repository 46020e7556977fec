import { deviceTopic, type StreamDeclaration } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { connect, type MqttClient } from 'mqtt';

const ACCELEROMETER = 1;
const BUTTON = 2;
const RATE_HZ = 25;
const COUNTS_PER_G = 1000;

/** Streams of the type of all devices here. */
export const BED_STREAMS: readonly StreamDeclaration[] = [
  {
    streamId: ACCELEROMETER,
    kind: 'respi-axl',
    channels: 3,
    unit: 'g',
    sampleRateHz: RATE_HZ,
    scale: 1 / COUNTS_PER_G,
    offset: 0,
  },
  {
    streamId: BUTTON,
    kind: 'button',
    channels: 1,
    unit: '',
    sampleRateHz: 0,
    scale: 1,
    offset: 0,
  },
];

/** A device that sends a second of movement each second, and reconnects when disconnected. */
export type BedDevice = {
  /** Resolves once a server has acknowledged the press. */
  readonly press: () => Promise<void>;
  /** Resolves once a server has acknowledged all samples of the fall. */
  readonly fall: () => Promise<void>;
  readonly end: () => Promise<void>;
};

export type BedDeviceOptions = {
  readonly serial: string;
  readonly key: string;
  readonly mqttPort: number;
  /** In [0, 1). */
  readonly random: () => number;
};

type Axes = readonly [x: number, y: number, z: number];
const SITTING: Axes = [0, 0.98, 0.2];
const LYING: Axes = [0, 0.1, 0.99];
/** How long the person stays on the floor, including the second of the impact. */
const FALL_SECONDS = 8;
const IMPACT_G = 3.4;
const IMPACT_SAMPLES = 3;

type Message = { readonly bytes: Buffer; readonly acknowledged: () => void };

export function startBedDevice({ serial, key, mqttPort, random }: BedDeviceOptions): BedDevice {
  const reconnectMs = 500 + Math.floor(random() * 1_000);
  const topic = deviceTopic(serial, 'frames');
  const phaseMs = Math.floor(random() * 1_000);
  const startedMs = Date.now();
  let seconds = 0;
  let presses = 0;
  let lyingSeconds = 0;
  let fallen: PromiseWithResolvers<void> | null = null;
  /** Unacknowledged messages in order. Each new connection sends them again. */
  const unacknowledged = new Set<Message>();
  let client = open();
  let reconnecting: NodeJS.Timeout | undefined;
  let hasEnded = false;

  /** A new client for each connection: one that reconnects drops messages after a cut. */
  function open(): MqttClient {
    const opened = connect(`mqtt://127.0.0.1:${mqttPort}`, {
      username: serial,
      password: key,
      clientId: serial,
      keepalive: 10,
      reconnectPeriod: 0,
    });
    opened.on('error', () => undefined);
    opened.on('connect', () => {
      for (const message of unacknowledged) send(message);
    });
    opened.once('close', () => {
      if (!hasEnded) reconnecting = setTimeout(() => (client = open()), reconnectMs);
    });
    return opened;
  }

  function send(message: Message): void {
    client.publish(topic, message.bytes, { qos: 1 }, (error) => {
      if (error) return;
      unacknowledged.delete(message);
      message.acknowledged();
    });
  }

  function publish(
    streamId: number,
    sequence: number,
    deviceMs: number,
    channels: Int16Array[],
  ): Promise<void> {
    const frame = encodeFrame({ streamId, sequence, deviceTimeUs: deviceMs * 1000, channels });
    return new Promise((acknowledged) => {
      const message = { bytes: Buffer.from(frame), acknowledged };
      unacknowledged.add(message);
      if (client.connected) send(message);
    });
  }

  /** Frames are acknowledged in order, so the last second of a fall covers all. */
  async function sendSecond(): Promise<void> {
    const second = seconds;
    seconds += 1;
    const isImpact = lyingSeconds === FALL_SECONDS;
    const pose = lyingSeconds > 0 ? LYING : SITTING;
    const ended = lyingSeconds === 1 ? fallen : null;
    if (lyingSeconds > 0) lyingSeconds -= 1;
    await publish(
      ACCELEROMETER,
      second,
      startedMs + second * 1000,
      drawSecond(pose, isImpact, random),
    );
    if (ended === null) return;
    fallen = null;
    ended.resolve();
  }

  let timer: NodeJS.Timeout | undefined;
  const begin = setTimeout(() => {
    timer = setInterval(() => void sendSecond(), 1000);
  }, phaseMs);

  return {
    press() {
      presses += 1;
      return publish(BUTTON, presses, Date.now(), [Int16Array.of(1)]);
    },
    fall() {
      lyingSeconds = FALL_SECONDS;
      fallen = Promise.withResolvers<void>();
      return fallen.promise;
    },
    async end() {
      hasEnded = true;
      clearTimeout(reconnecting);
      clearTimeout(begin);
      clearInterval(timer);
      await client.endAsync(true);
    },
  };
}

function drawSecond([x, y, z]: Axes, isImpact: boolean, random: () => number): Int16Array[] {
  const axis = (mean: number): Int16Array =>
    Int16Array.from({ length: RATE_HZ }, () =>
      Math.round((mean + 0.02 * (random() - 0.5)) * COUNTS_PER_G),
    );
  const channels = [axis(x), axis(y), axis(z)];
  if (isImpact) channels[2]?.fill(-IMPACT_G * COUNTS_PER_G, 0, IMPACT_SAMPLES);
  return channels;
}
