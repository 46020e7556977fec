import type { StreamDeclaration } from '@yamori/domain';
import { NOT_MEASURED } from '@yamori/frames';
import { openNight, type NightAnalysis, type NightChannelKind } from '@yamori/signal';
import { createPerson, type Person } from '../body/person.ts';
import { sampleModel, type StreamModel } from '../models/stream-model.ts';
import { createRandom, seedFrom } from '../random.ts';
import type { Script } from '../scenarios/script.ts';
import { createScriptPlayer } from '../ward/script-player.ts';
import { makeHabits, makeNightScript } from './night-script.ts';
import type { NightRequest } from './night-request.ts';
import { SENSORS } from './night-sensors.ts';
import { RECORDING_STEP_SECONDS } from './record-night.ts';

/** A simulated night: the analysis of its sensors' data. */
type LivedNight = {
  readonly analysis: NightAnalysis;
  readonly streams: readonly {
    readonly serial: string;
    readonly streamId: number;
    readonly signal: string;
    readonly sampleRateHz: number;
  }[];
  readonly callsMs: readonly number[];
};

/** Time step of a person and their sensors, unless they follow a recording. */
const STEP_SECONDS = 1;
/** Amount of data passed to the analysis at a time. */
const BLOCK_SECONDS = 60;

/**
 * Simulates a night in a bed with these devices and analyses it. The same request gives the same
 * night, even if its times are shifted together.
 */
export function liveNight(request: NightRequest): LivedNight {
  const { startMs, hours, asRecorded } = request;
  const script = scriptFor(request);
  const stepSeconds = asRecorded ? RECORDING_STEP_SECONDS : STEP_SECONDS;
  // For recordings each device is simulated separately, with a person who starts the night over.
  const beds = (asRecorded ? request.devices.map((device) => [device]) : [request.devices]).map(
    (devices) => createBed(request, script, devices),
  );
  const sensors = beds.flatMap((bed) => bed.sensors);
  const channels = sensors.map(({ kind, stream }) => ({ kind, sampleRateHz: stream.sampleRateHz }));
  const open = openNight({
    fromMs: request.fromMs,
    toMs: request.toMs,
    utcOffsetMinutes: request.utcOffsetMinutes,
    channels,
  });
  for (let block = 0; block < hours * 3600; block += BLOCK_SECONDS) {
    const taken = new Map(sensors.map((sensor): [Sensing, Int16Array[][]] => [sensor, []]));
    for (let now = block; now < block + BLOCK_SECONDS; now += stepSeconds) {
      for (const bed of beds) {
        bed.advanceTo(now);
        for (const sensor of bed.sensors) {
          const { model, stream } = sensor;
          taken
            .get(sensor)
            ?.push(sampleModel(model, stream, now, stream.sampleRateHz * stepSeconds));
        }
      }
    }
    for (const [index, sensor] of sensors.entries())
      open.add(index, {
        fromMs: startMs + block * 1000,
        samples: interleaved(taken.get(sensor) ?? [], sensor.stream),
        source: sensor.source,
      });
    open.advance(startMs + (block + BLOCK_SECONDS) * 1000);
  }
  const pressed = script.steps
    .filter(({ action }) => action.kind === 'press')
    .map(({ atSeconds }) => startMs + atSeconds * 1000);
  const hasButton = request.devices.some(({ streams }) =>
    streams.some(({ kind }) => kind === 'button'),
  );
  return {
    analysis: open.finish(),
    callsMs: hasButton ? pressed : [],
    streams: sensors.map(({ serial, stream, kind }) => ({
      serial,
      streamId: stream.streamId,
      signal: kind,
      sampleRateHz: stream.sampleRateHz,
    })),
  };
}

const scriptFor = ({ person, night }: NightRequest): Script =>
  makeNightScript(
    makeHabits(createRandom(seedFrom(person, 'habits'))),
    createRandom(seedFrom(person, night)),
  );

type Sensing = {
  readonly serial: string;
  readonly stream: StreamDeclaration;
  readonly kind: NightChannelKind;
  readonly model: StreamModel;
  readonly source: string;
};

/** A person with the sensors of some devices. */
function createBed(request: NightRequest, script: Script, devices: NightRequest['devices']) {
  const person = createPerson(createRandom(seedFrom(request.person)));
  const player = createScriptPlayer(script, { person, devices: [], goOffline: () => undefined });
  return {
    sensors: devices.flatMap(({ serial, streams }) =>
      streams.flatMap((stream) => toSensor(serial, stream, request, person)),
    ),
    advanceTo(seconds: number): void {
      player.advanceTo(seconds);
      person.advanceTo(seconds);
    },
  };
}

function toSensor(
  serial: string,
  declared: StreamDeclaration,
  { person: who, night, asRecorded }: NightRequest,
  person: Person,
): Sensing[] {
  const sensor = SENSORS[declared.kind];
  if (sensor === undefined) return [];
  const stream: StreamDeclaration = asRecorded
    ? declared
    : { ...declared, sampleRateHz: sensor.rateHz };
  const model = sensor.model({
    person,
    stream,
    random: createRandom(seedFrom(who, night, serial, declared.streamId)),
  });
  return [{ serial, stream, kind: sensor.kind, model, source: `${serial}:${declared.streamId}` }];
}

/** Physical values, interleaved by channel. */
function interleaved(
  parts: readonly (readonly Int16Array[])[],
  { channels, scale, offset }: StreamDeclaration,
): Float32Array {
  const length = parts.reduce((sum, part) => sum + (part[0]?.length ?? 0), 0);
  const values = new Float32Array(length * channels);
  let at = 0;
  for (const part of parts) {
    for (let index = 0; index < (part[0]?.length ?? 0); index++, at++) {
      for (let channel = 0; channel < channels; channel++) {
        const digital = part[channel]?.[index] ?? NOT_MEASURED;
        values[at * channels + channel] =
          digital === NOT_MEASURED ? Number.NaN : digital * scale + offset;
      }
    }
  }
  return values;
}
