import type { Core } from '../../core/context.ts';
import { closeAll } from '../../core/lifecycle.ts';
import type { Module } from '../../core/module.ts';
import { createLogReader, type LogReader } from './rooms/log-reader.ts';
import { createRoomLeases, type RoomLeases } from './rooms/room-leases.ts';

const LEASE_PASS_MS = 1_000;

/** The rooms of this server, and the reader of their staging log. */
export type RoomOwnership = Module & {
  readonly leases: RoomLeases;
  readonly logReader: LogReader;
};

export async function openRoomOwnership(core: Core): Promise<RoomOwnership> {
  const { database, bus, log, serverId, now, clockAheadMs, timeline } = core;
  const elapsedMs = () => performance.now();
  const logReader = createLogReader({
    stagingLog: timeline.stagingLog,
    readSlots: timeline.readSlots,
    clock: { nowMs: () => now().getTime() },
    elapsedMs,
    log,
  });
  await logReader.start();
  const leases = createRoomLeases({
    database,
    bus,
    serverId,
    elapsedMs,
    cursor: logReader.cursor,
    onTaken: logReader.taken,
    ...(clockAheadMs === undefined ? {} : { clockAheadMs }),
    log,
  });
  await leases.pass();
  const timer = setInterval(() => void leases.pass(), LEASE_PASS_MS);
  return {
    leases,
    logReader,
    giveAway: closeAll([() => clearInterval(timer), leases.close]),
  };
}
