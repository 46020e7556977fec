import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LeaseLost } from '../../../core/database/lease-fence.ts';
import type { Bus } from '../../../core/messaging/bus.ts';
import { createInProcessBus } from '../../../core/messaging/in-process-bus.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createRoomLeases, type RoomLeases } from './room-leases.ts';

const ROOMS = Array.from({ length: 300 }, (_unused, index) => `room-${index}`);
let temporary: TemporaryDatabase;
let opened: RoomLeases[];
let buses: Bus[];
let atMs: number;
let isDatabaseAway: boolean;
let isAnswerLost: boolean;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  opened = [];
  buses = [];
  atMs = 0;
  isDatabaseAway = false;
  isAnswerLost = false;
});
afterEach(async () => {
  isDatabaseAway = false;
  for (const leases of opened) await leases.close();
  for (const bus of buses) await bus.close();
  await temporary.drop();
});

/** Each server has its own Bus, as if the broker were down. */
function aServer(serverId: string, cursor: Record<string, number> = {}, clockAheadMs = 0) {
  const bus = createInProcessBus(pino({ level: 'silent' }));
  const taken: { shard: number; fromCursor: Readonly<Record<string, number>> }[] = [];
  const { database } = temporary;
  const leases = createRoomLeases({
    database: {
      ...database,
      async transaction(work) {
        if (isDatabaseAway) throw new Error('database unavailable');
        const result = await database.transaction(work);
        if (isAnswerLost) throw new Error('reset after the commit');
        return result;
      },
    },
    bus,
    serverId,
    elapsedMs: () => atMs,
    cursor: () => ({ ...cursor }),
    clockAheadMs: () => clockAheadMs,
    onTaken: (shards) => taken.push(...shards),
    log: { warn: () => undefined },
  });
  buses.push(bus);
  opened.push(leases);
  return { leases, taken };
}
async function pass(seconds: number, ...servers: readonly RoomLeases[]): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    atMs += 1_000;
    for (const server of servers) await server.pass();
  }
}
const owned = (leases: RoomLeases): string[] => ROOMS.filter(leases.owns);
const commitFenced = (leases: RoomLeases, room: string): Promise<void> =>
  temporary.database.transaction((queries) => leases.fence(queries, room));
const readCursor = async (server: string): Promise<unknown> =>
  (
    await temporary.database.query<{ cursor: unknown }>({
      text: 'select cursor from servers where id = $1',
      values: [server],
    })
  )[0]?.cursor;

describe('createRoomLeases', () => {
  it('gives every room to a lone server in its first pass', async () => {
    const { leases } = aServer('one');
    await leases.pass();
    expect(owned(leases)).toEqual(ROOMS);
  });

  it('gives every room one owner while no server hears another over the Bus', async () => {
    const servers = ['one', 'two', 'three'].map((id) => aServer(id).leases);
    await pass(20, ...servers);
    expect(servers.flatMap(owned).toSorted()).toEqual(ROOMS.toSorted());
    for (const server of servers) expect(owned(server)).not.toEqual([]);
  });

  it('shows every server with its heartbeat, its share of the rooms and its clock', async () => {
    const one = aServer('one', {}, 3_600_000.4);
    const two = aServer('two', {}, -1e13);
    await pass(20, one.leases, two.leases);
    await pass(6, one.leases);
    const [first, second] = one.leases.serverStatus();
    expect(first).toMatchObject({ id: 'one', beat: 26, isAlive: true, clockAheadMs: 3_600_000 });
    expect(second).toMatchObject({ id: 'two', beat: 20, isAlive: false });
    expect(second?.clockAheadMs).toBeLessThan(-2e9);
    expect(first?.shards).toBe(256);
  });

  it('takes the rooms of a killed server after four seconds, from its last read position', async () => {
    const one = aServer('one', { one: 7, two: 9 });
    const two = aServer('two');
    await pass(12, one.leases, two.leases);
    const before = owned(two.leases);
    two.taken.length = 0;
    await pass(3, two.leases);
    expect(owned(two.leases)).toEqual(before);
    await pass(2, two.leases);
    expect(owned(two.leases)).toEqual(ROOMS);
    expect(two.taken[0]?.fromCursor).toEqual({ one: 7, two: 9 });
    expect(two.leases.servers()).toEqual(['two']);
  });

  it('reports shards whose commit succeeded although its reply was lost', async () => {
    const one = aServer('one', { one: 7 });
    await pass(2, one.leases);
    const two = aServer('two', { one: 9 });
    await pass(4, two.leases);
    isAnswerLost = true;
    await pass(1, two.leases);
    expect(two.taken).toEqual([]);
    isAnswerLost = false;
    await pass(1, two.leases);
    expect(owned(two.leases)).toEqual(ROOMS);
    expect(new Set(two.taken.map(({ shard }) => shard)).size).toBe(256);
    expect(two.taken[0]?.fromCursor).toEqual({ one: 7 });
    expect(await readCursor('two')).toEqual({ one: 7 });
  });

  it('reports shards that were about to leave during a database outage, from their last read position', async () => {
    const cursor = { one: 7 };
    const one = aServer('one', cursor);
    await pass(2, one.leases);
    const two = aServer('two');
    // The other server’s heartbeat has advanced: some rooms will leave in the next pass.
    await pass(1, two.leases, one.leases);
    await pass(1, two.leases, one.leases);
    const stayed = owned(one.leases);
    expect(stayed.length).toBeLessThan(ROOMS.length);
    one.taken.length = 0;
    isDatabaseAway = true;
    await pass(5, one.leases, two.leases);
    isDatabaseAway = false;
    cursor.one = 9;
    await pass(1, one.leases);
    expect(owned(one.leases)).toEqual(ROOMS);
    const shards = new Set(one.taken.map(({ shard }) => shard));
    for (const room of ROOMS)
      expect(shards.has(one.leases.getShard(room))).toBe(!stayed.includes(room));
    expect(one.taken[0]?.fromCursor).toEqual({ one: 7 });
  });

  it('takes the rooms of a closed server in the next pass', async () => {
    const [one, two] = [aServer('one').leases, aServer('two').leases];
    await pass(12, one, two);
    await one.close();
    expect(owned(one)).toEqual([]);
    await pass(1, two);
    expect(owned(two)).toEqual(ROOMS);
  });

  it('rejects the commit of a paused server that resumes after its rooms were taken', async () => {
    const [one, two] = [aServer('one').leases, aServer('two').leases];
    await pass(12, one, two);
    const room = owned(one)[0] ?? '';
    await commitFenced(one, room);
    await pass(6, two);
    await expect(commitFenced(one, room)).rejects.toThrow(LeaseLost);
    expect(one.refusals()).toBe(1);
    await commitFenced(two, room);
  });

  it('owns nothing after three seconds without renewal, and everything again after a pass', async () => {
    const { leases } = aServer('one');
    await pass(2, leases);
    isDatabaseAway = true;
    await pass(2, leases);
    expect(owned(leases)).toEqual(ROOMS);
    await pass(1, leases);
    expect(owned(leases)).toEqual([]);
    expect(leases.isSettled()).toBe(false);
    isDatabaseAway = false;
    await pass(1, leases);
    expect(owned(leases)).toEqual(ROOMS);
  });

  it('takes nothing from a server that could not renew during a database outage', async () => {
    const [one, two] = [aServer('one').leases, aServer('two').leases];
    await pass(12, one, two);
    const before = [owned(one), owned(two)];
    isDatabaseAway = true;
    await pass(8, one, two);
    isDatabaseAway = false;
    await pass(1, two);
    await pass(1, one, two);
    expect([owned(one), owned(two)]).toEqual(before);
  });
});
