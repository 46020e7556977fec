import type { StreamDeclaration } from '@yamori/domain';
import { NOT_MEASURED } from '@yamori/frames';
import { openNight, type NightAnalysis } from '@yamori/signal';
import { createPerson } from '../body/person.ts';
import { sampleModel } from '../models/stream-model.ts';
import { createRandom, seedFrom } from '../random.ts';
import { createScriptPlayer } from '../ward/script-player.ts';
import { makeHabits, makeNightScript } from './night-script.ts';
import type { NightRequest } from './night-request.ts';
import { SENSORS } from './night-sensors.ts';

/** What became of a night: the analysis of what its sensors measured. */
export type LivedNight = {
  readonly analysis: NightAnalysis;
  readonly streams: readonly {
    readonly serial: string;
    readonly streamId: number;
    readonly signal: string;
    readonly sampleRateHz: number;
  }[];
  readonly callsMs: readonly number[];
};

/** A person and their sensors move on together by so much. */
const STEP_SECONDS = 1;
/** The analysis is given this much at a time. */
const BLOCK_SECONDS = 60;

/** Lives through a night in a bed of these devices, as in the ward, and analyses it. The same request gives the same night. */
export function liveNight(request: NightRequest): LivedNight {
  const { person: who, night, startMs, hours } = request;
  const person = createPerson(createRandom(seedFrom(who)));
  const script = makeNightScript(
    makeHabits(createRandom(seedFrom(who, 'habits'))),
    createRandom(seedFrom(who, night)),
  );
  const player = createScriptPlayer(script, { person, devices: [], goOffline: () => undefined });
  const sensors = request.devices.flatMap(({ serial, streams }) =>
    streams.flatMap((stream) => sensorOf(serial, stream, request, person)),
  );
  const channels = sensors.map(({ kind, stream }) => ({ kind, sampleRateHz: stream.sampleRateHz }));
  const open = openNight({
    fromMs: request.fromMs,
    toMs: request.toMs,
    utcOffsetMinutes: request.utcOffsetMinutes,
    channels,
  });
  for (let block = 0; block < hours * 3600; block += BLOCK_SECONDS) {
    const taken = sensors.map((): Int16Array[][] => []);
    for (let now = block; now < block + BLOCK_SECONDS; now += STEP_SECONDS) {
      player.advanceTo(now);
      person.advanceTo(now);
      for (const [index, { model, stream }] of sensors.entries())
        taken[index]?.push(sampleModel(model, stream, now, stream.sampleRateHz * STEP_SECONDS));
    }
    for (const [index, { stream, source }] of sensors.entries())
      open.add(index, {
        fromMs: startMs + block * 1000,
        samples: interleaved(taken[index] ?? [], stream),
        source,
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

function sensorOf(
  serial: string,
  declared: StreamDeclaration,
  { person: who, night }: NightRequest,
  person: ReturnType<typeof createPerson>,
) {
  const sensor = SENSORS[declared.kind];
  if (sensor === undefined) return [];
  const stream: StreamDeclaration = { ...declared, sampleRateHz: sensor.rateHz };
  const model = sensor.model({
    person,
    stream,
    random: createRandom(seedFrom(who, night, serial, declared.streamId)),
  });
  return [{ serial, stream, kind: sensor.kind, model, source: `${serial}:${declared.streamId}` }];
}

/** Physical values, channels side by side. */
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
