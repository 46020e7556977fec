import { setPriority } from 'node:os';
import { z } from 'zod';
import { liveNight } from './nights/live-night.ts';
import { nightRequest, recordingRequest } from './nights/night-request.ts';
import { recordNight } from './nights/record-night.ts';

/**
 * Nights of the demonstration, one a message: `NightRequest` in, `{ id, night }` or
 * `{ id, failed }` out; `RecordingRequest` in, and `{ id, recorded }` out once its file is written.
 * It takes what processor time nobody else wants (its argument, else 19, is its niceness), and ends
 * with whoever started it.
 */
const [priority = '19'] = process.argv.slice(2);

/**
 * Who asks waits for an answer, also where what they ask is no night; a message without a number is
 * a bug and ends us.
 */
const asked = z.object({ id: z.int() });

setPriority(Number(priority));
// `npm start` loads before us what lets the channel go (tools/run/end-with-parent.mjs, handed down
// by our parent's own arguments): it is all that keeps us here.
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
