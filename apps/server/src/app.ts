import type { ServerOptions } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { openCore, type Connections, type Core } from './core/context.ts';
import { apiReaderRoutes } from './core/http/api-reader.ts';
import { installDisclosures } from './core/http/disclosures.ts';
import { createHttpServer, type ServerPhase } from './core/http/http-server.ts';
import { registerReadiness } from './core/http/readiness.ts';
import { addRoutes } from './core/http/route.ts';
import { registerWebFiles } from './core/http/web-files.ts';
import { closeWithin, inOrder, type CloseStep } from './core/lifecycle.ts';
import { checksOf, type Module } from './core/module.ts';
import { requireSameStanding } from './modules/identity/same-standing.ts';
import { openModules, type ModuleOptions, type Modules } from './modules/index.ts';
import { invariantsOf } from './modules/invariants.ts';

/** Opened and closed by the caller; the application reads no environment and opens no port. */
export type AppOptions = Connections &
  ModuleOptions & {
    /** Code of a clock problem of this machine or the database; null when both are right. */
    readonly clockWarning?: () => string | null;
    /** Time for proxies to notice that `/readyz` fails, before anything closes; default: 0. */
    readonly drainMs?: number;
    /** Built web application; null leaves pages out. */
    readonly webFolder: string | null;
    readonly tls: Pick<ServerOptions, 'cert' | 'key'> | null;
    readonly trustedProxies: readonly string[];
  };

export type App = Modules &
  Pick<Core, 'store' | 'storeAt' | 'feed' | 'timeline' | 'jobs'> & {
    readonly server: FastifyInstance;
    readonly close: () => Promise<void>;
  };

export async function createApp(options: AppOptions): Promise<App> {
  const { now, limits } = options;
  const state: { phase: ServerPhase } = { phase: 'serving' };
  const core = await openCore(options, {
    writesPerBatch: limits.writesPerBatch,
    invariants: invariantsOf,
    standsStill: requireSameStanding,
    offers: (method) => options.oidcWays.some(({ name }) => name === method),
  });
  const modules = await openModules(core, options);
  const server = createHttpServer({
    ...options,
    lookupSession: modules.identity.sessionOf,
    bodyLimitBytes: limits.bodyBytes,
    requestsPerMinutePerAddress: limits.requestsPerMinutePerAddress,
    now: () => now().getTime(),
    phase: () => state.phase,
  });
  installDisclosures(server, modules.history.recordDisclosures);
  const opened: readonly Module[] = [core, ...Object.values(modules)];
  registerReadiness(server, {
    checks: checksOf(opened),
    servers: modules.ownership.leases.serverStatus,
    ...(options.clockWarning === undefined ? {} : { clockWarning: options.clockWarning }),
  });
  for (const { routes = [] } of opened) addRoutes(server, routes);
  addRoutes(server, apiReaderRoutes());
  await registerWebFiles(server, options.webFolder);

  return {
    ...modules,
    ...core,
    server,
    close: () =>
      closeApp({ server, core, modules, state, drainMs: options.drainMs ?? 0, log: core.log }),
  };
}

type ClosingParts = {
  readonly server: FastifyInstance;
  readonly core: Core;
  readonly modules: Modules;
  readonly state: { phase: ServerPhase };
  readonly drainMs: number;
  readonly log: Logger;
};

/** Rooms first, so that another server owns them while devices and people still reach this one. */
async function closeApp(parts: ClosingParts): Promise<void> {
  const { server, core, modules, state, log } = parts;
  const newestFirst: readonly Module[] = [core, ...Object.values(modules)].reverse();
  const refuseRequests = (): void => {
    state.phase = 'stopping';
  };
  state.phase = 'draining';
  await pause(parts.drainMs);
  // Connections that were used while draining are closed already.
  server.server.closeIdleConnections();
  const steps: readonly CloseStep[] = [
    {
      name: 'rooms',
      limitMs: 1_200,
      close: inOrder(newestFirst.flatMap(({ leaveRooms }) => leaveRooms ?? [])),
    },
    { name: 'leases', limitMs: 800, close: modules.ownership.giveAway },
    {
      name: 'devices',
      limitMs: 1_500,
      close: inOrder([refuseRequests, modules.telemetry.ingest.close]),
    },
    { name: 'answers', limitMs: 1_500, close: () => server.close() },
    { name: 'connections', limitMs: 100, close: () => server.server.closeAllConnections() },
    {
      name: 'jobs',
      limitMs: 1_500,
      close: inOrder([core.jobs.close, ...newestFirst.flatMap(({ close }) => close ?? [])]),
    },
  ];
  for (const step of steps) await closeWithin(step, log);
}
