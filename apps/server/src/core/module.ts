import type { ReadinessCheck } from './http/readiness.ts';
import type { Route } from './http/route.ts';

/** What a module gives to the application, which registers, checks and closes it. */
export type Module = {
  readonly routes?: readonly Route[];
  /** The server takes no work until each of these passes. */
  readonly checks?: readonly ReadinessCheck[];
  /** Called first when the server stops, before it gives its rooms to other servers. */
  readonly leaveRooms?: () => unknown;
  /** Modules are closed in reverse order of opening. */
  readonly close?: () => unknown;
};
