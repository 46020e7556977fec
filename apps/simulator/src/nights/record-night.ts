import { closeSync, openSync, writeSync } from 'node:fs';
import { encodeFileHeader } from '@yamori/frames';
import { createPerson } from '../body/person.ts';
import { createRandom, seedFrom } from '../random.ts';
import { createScriptPlayer } from '../ward/script-player.ts';
import { createVirtualDevice, fromModel } from '../ward/virtual-device.ts';
import type { RecordingRequest } from './night-request.ts';
import { makeHabits, makeNightScript } from './night-script.ts';
import { SENSORS } from './night-sensors.ts';

type RecordedNight = { readonly frames: number; readonly bytes: number };

/** Time step of a person and their sensors. */
export const RECORDING_STEP_SECONDS = 5;

/**
 * Simulates a night like `liveNight` and writes the data of one device, at its declared rates, as a
 * recording (.ymr). The same request gives the same bytes.
 */
export function recordNight({
  person: who,
  night,
  startMs,
  hours,
  device: { serial, typeCode, firmware, streams },
  timeZone,
  file,
}: RecordingRequest): RecordedNight {
  const person = createPerson(createRandom(seedFrom(who)));
  const script = makeNightScript(
    makeHabits(createRandom(seedFrom(who, 'habits'))),
    createRandom(seedFrom(who, night)),
  );
  const player = createScriptPlayer(script, { person, devices: [], goOffline: () => undefined });
  const recorded = streams.filter(({ kind }) => SENSORS[kind] !== undefined || kind === 'button');
  const device = createVirtualDevice({
    serial,
    startUs: startMs * 1000,
    isRealTime: false,
    streams: recorded.map((declaration) => {
      const model = SENSORS[declaration.kind]?.model({
        person,
        stream: declaration,
        random: createRandom(seedFrom(who, night, serial, declaration.streamId)),
      });
      return { declaration, source: model === undefined ? null : fromModel(model, declaration) };
    }),
  });
  for (const { atSeconds, action } of script.steps)
    if (action.kind === 'press') device.press(atSeconds, 'press');
  const written = { frames: 0, bytes: 0 };
  const target = openSync(file, 'w');
  try {
    writeSync(
      target,
      encodeFileHeader({
        deviceSerial: serial,
        deviceTypeCode: typeCode,
        firmware,
        timeZone,
        streams: recorded.map(
          ({ streamId, kind, channels, unit, sampleRateHz, scale, offset }) => ({
            id: streamId,
            kind,
            channelCount: channels,
            unit,
            sampleRateHz,
            scale,
            offset,
          }),
        ),
      }),
    );
    for (let now = 0; now < hours * 3600; now += RECORDING_STEP_SECONDS) {
      player.advanceTo(now);
      person.advanceTo(now);
      for (const frame of device.advance(now + RECORDING_STEP_SECONDS)) {
        writeSync(target, frame);
        written.frames += 1;
        written.bytes += frame.length;
      }
    }
  } finally {
    closeSync(target);
  }
  return written;
}
