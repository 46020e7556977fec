import { setPriority } from 'node:os';
import { liveNight } from './nights/live-night.ts';
import { nightRequest } from './nights/night-request.ts';

/**
 * Nights of the demonstration, one a message: `NightRequest` in, `{ id, night }` or `{ id, failed }` out. It takes what processor time
 * nobody else wants (its argument, else 19, is its niceness), and ends with whoever started it.
 */
const [priority = '19'] = process.argv.slice(2);

setPriority(Number(priority));
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const request = nightRequest.safeParse(message);
  if (!request.success) return;
  const { id } = request.data;
  try {
    process.send?.({ id, night: liveNight(request.data) });
  } catch (error) {
    process.send?.({ id, failed: error instanceof Error ? error.message : String(error) });
  }
});
