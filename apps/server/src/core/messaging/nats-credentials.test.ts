import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { natsServerBinary, startNatsServer } from '../../testing/nats-server.ts';
import { connectNatsBus, parseServers } from './nats-bus.ts';

const binary = natsServerBinary();
const log = pino({ level: 'silent' });
const open = (url: string) =>
  connectNatsBus({ url, log, now: () => new Date(), startTimeoutMs: 2000 });

describe('credentials of the broker', () => {
  it.each([
    ['nats://a:1', { servers: ['nats://a:1'] }],
    [
      'nats://u:p%40ss@a:1,nats://u:p%40ss@b:2',
      { servers: ['nats://a:1', 'nats://b:2'], user: 'u', pass: 'p@ss' },
    ],
    ['nats://token@a:1', { servers: ['nats://a:1'], token: 'token' }],
  ])('parseServers separates the credentials of %s', (url, expected) =>
    expect(parseServers(url)).toEqual(expected),
  );

  it.skipIf(binary === undefined)(
    'connectNatsBus connects with the right credentials only (skipped where nats-server is not installed)',
    async () => {
      const server = await startNatsServer(binary ?? '', undefined, [
        '--user',
        'yamori',
        '--pass',
        'kept secret',
      ]);
      const right = await open(`nats://yamori:kept%20secret@127.0.0.1:${server.port}`);
      expect(right.state().kind).toBe('connected');
      const wrong = await open(`nats://yamori:guessed@127.0.0.1:${server.port}`);
      expect(wrong.state().kind).toBe('disconnected');
      expect(JSON.stringify(wrong.state())).not.toContain('guessed');
      await Promise.all([right.close(), wrong.close()]);
      await server.stop();
    },
  );
});
