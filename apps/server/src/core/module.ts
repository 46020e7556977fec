import type { ReadinessCheck } from './http/readiness.ts';
import type { Route } from './http/route.ts';

/** Routes, readiness checks and close functions that a module gives to the application. */
export type Module = {
  readonly routes?: readonly Route[];
  /** The server is ready only if all of them pass. */
  readonly checks?: readonly ReadinessCheck[];
  /** Called first when the server stops, before other servers take over its rooms. */
  readonly leaveRooms?: () => unknown;
  /** Releases the rooms to other servers. */
  readonly giveAway?: () => unknown;
  /** Called while requests are already refused and earlier ones are still answered. */
  readonly disconnectDevices?: () => unknown;
  /** Modules are closed in reverse order of opening. */
  readonly close?: () => unknown;
};

export const collectChecks = (modules: readonly Module[]): readonly ReadinessCheck[] =>
  modules.flatMap(({ checks = [] }) => checks);
