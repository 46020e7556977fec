import { setPriority } from 'node:os';
import { z } from 'zod';
import { liveNight } from './nights/live-night.ts';
import { nightRequest, recordingRequest } from './nights/night-request.ts';
import { recordNight } from './nights/record-night.ts';

/**
 * Worker process for the demo's nights, one message each: `NightRequest` in, `{ id, night }` or `{
 * id, failed }` out; `RecordingRequest` in, `{ id, recorded }` out once the file is written. Its
 * argument is its niceness (default 19). Exits with its parent.
 */
const [priority = '19'] = process.argv.slice(2);

/**
 * Every request gets an answer, even an invalid one; a message without an id is a bug and ends the
 * process.
 */
const asked = z.object({ id: z.int() });

setPriority(Number(priority));
// `npm start` preloads a script that unrefs the channel (tools/run/end-with-parent.mjs, inherited
// through the parent's arguments), but only the channel keeps this process alive.
process.channel?.ref();
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const { id } = asked.parse(message);
  try {
    const recording = recordingRequest.safeParse(message);
    process.send?.(
      recording.success
        ? { id, recorded: recordNight(recording.data) }
        : { id, night: liveNight(nightRequest.parse(message)) },
    );
  } catch (error) {
    process.send?.({ id, failed: error instanceof Error ? error.message : String(error) });
  }
});
