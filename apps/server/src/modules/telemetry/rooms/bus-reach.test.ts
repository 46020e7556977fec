import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Bus } from '../../../core/messaging/bus.ts';
import { createInProcessBus } from '../../../core/messaging/in-process-bus.ts';
import { createBusReach } from './bus-reach.ts';

function servers() {
  const state = { atMs: 0, living: ['one', 'two'] };
  const warned: object[] = [];
  const aServer = (serverId: string, bus: Bus) =>
    createBusReach({
      bus,
      serverId,
      servers: () => state.living,
      elapsedMs: () => state.atMs,
      log: { warn: (fields) => warned.push(fields) },
    });
  return { state, warned, aServer };
}
const aBus = () => createInProcessBus(pino({ level: 'silent' }));

describe('createBusReach', () => {
  it('hears another server for three seconds after its last heartbeat', () => {
    const { state, aServer } = servers();
    const bus = aBus();
    const [one, two] = [aServer('one', bus), aServer('two', bus)];
    expect(one.reachesAll()).toBe(false);
    two.beat();
    expect(one.reachesAll()).toBe(true);
    state.atMs = 2_999;
    expect(one.reachesAll()).toBe(true);
    state.atMs = 3_000;
    expect(one.reachesAll()).toBe(false);
  });

  it('expects no beat from a stopped server or from itself', () => {
    const { state, aServer } = servers();
    const one = aServer('one', aBus());
    state.living = ['one'];
    expect(one.reachesAll()).toBe(true);
  });

  it('logs once that another server is unreachable over the Bus', () => {
    const { state, warned, aServer } = servers();
    const [one, two] = [aServer('one', aBus()), aServer('two', aBus())];
    for (let second = 0; second < 60; second += 1) {
      state.atMs += 1_000;
      for (const server of [one, two]) server.beat();
    }
    expect(one.reachesAll()).toBe(false);
    expect(warned).toEqual([{ servers: ['two'] }, { servers: ['one'] }]);
  });
});
