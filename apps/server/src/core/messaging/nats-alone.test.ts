import { pino } from 'pino';
import { expect, it } from 'vitest';
import { connectNatsBus } from './nats-bus.ts';

it('a publish reaches local subscribers while the broker is unreachable', async () => {
  // Nothing listens on port 1.
  const bus = await connectNatsBus({
    url: 'nats://127.0.0.1:1',
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    startTimeoutMs: 500,
  });
  const received: string[] = [];
  bus.subscribe('frames.>', (subject, bytes) => received.push(`${subject} ${bytes.length}`));
  bus.subscribe('frames.A-1', (_subject, bytes) => received.push(`own ${bytes.length}`));
  bus.publish('frames.A-1', Uint8Array.of(1, 2, 3));
  expect(received).toEqual(['own 3', 'frames.A-1 3']);
  expect(bus.state().kind).toBe('disconnected');
  expect(bus.droppedPublishes()).toBe(1);
  await bus.close();
});
