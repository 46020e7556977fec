import type { ServerOptions } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openCore, type Connections, type Core } from './core/context.ts';
import { apiReaderRoutes } from './core/http/api-reader.ts';
import { installDisclosures } from './core/http/disclosures.ts';
import { createHttpServer, type ServerPhase } from './core/http/http-server.ts';
import { registerReadiness } from './core/http/readiness.ts';
import { addRoutes } from './core/http/route.ts';
import { registerWebFiles } from './core/http/web-files.ts';
import { closeWithin, closeAll, type CloseStep } from './core/lifecycle.ts';
import { collectChecks, type Module } from './core/module.ts';
import { recheckPermissions } from './modules/identity/account-status.ts';
import { openModules, type ModuleOptions, type Modules } from './modules/index.ts';
import { createInvariants } from './modules/invariants.ts';

/** Opened and closed by the caller; the application reads no environment and opens no port. */
export type AppOptions = Connections &
  ModuleOptions & {
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

/** If it fails, it leaves nothing running. */
export async function createApp(options: AppOptions): Promise<App> {
  const core = await openCore(options, {
    writesPerBatch: options.limits.writesPerBatch,
    invariants: createInvariants,
    recheckPermissions: recheckPermissions,
    offers: (method) => options.oidcProviders.some(({ name }) => name === method),
  });
  const running: Running = { core, opened: [core], server: null, phase: 'serving' };
  try {
    const modules = await openModules(core, options, (module) => running.opened.push(module));
    const server = await openServer(options, modules, running);
    return {
      ...modules,
      ...core,
      server,
      close: () => closeApp(running, options.drainMs ?? 0),
    };
  } catch (error) {
    await closeApp(running, 0);
    throw error;
  }
}

/** What an application has opened so far, oldest first. */
type Running = {
  readonly core: Core;
  readonly opened: Module[];
  server: FastifyInstance | null;
  phase: ServerPhase;
};

async function openServer(
  options: AppOptions,
  modules: Modules,
  running: Running,
): Promise<FastifyInstance> {
  const { limits } = options;
  const server = createHttpServer({
    ...options,
    lookupSession: modules.identity.findSession,
    bodyLimitBytes: limits.bodyBytes,
    requestsPerMinutePerAddress: limits.requestsPerMinutePerAddress,
    now: () => options.now().getTime(),
    phase: () => running.phase,
  });
  running.server = server;
  installDisclosures(server, modules.history.recordDisclosures);
  registerReadiness(server, {
    checks: collectChecks(running.opened),
    servers: modules.ownership.leases.serverStatus,
    ...(options.warnings === undefined ? {} : { warnings: options.warnings }),
  });
  for (const { routes = [] } of running.opened) addRoutes(server, routes);
  addRoutes(server, apiReaderRoutes());
  await registerWebFiles(server, options.webFolder);
  return server;
}

/** Rooms first, so that another server owns them while devices and people still reach this one. */
async function closeApp(running: Running, drainMs: number): Promise<void> {
  const { core, server } = running;
  const newestFirst = running.opened.toReversed();
  const stopServing = (): void => {
    running.phase = 'stopping';
  };
  running.phase = 'draining';
  await pause(drainMs);
  // Connections that were used while draining are closed already.
  server?.server.closeIdleConnections();
  const steps: readonly CloseStep[] = [
    {
      name: 'rooms',
      limitMs: 1_200,
      close: closeAll(newestFirst.flatMap(({ leaveRooms }) => leaveRooms ?? [])),
    },
    {
      name: 'leases',
      limitMs: 800,
      close: closeAll(newestFirst.flatMap(({ giveAway }) => giveAway ?? [])),
    },
    {
      name: 'devices',
      limitMs: 1_500,
      close: closeAll([
        stopServing,
        ...newestFirst.flatMap(({ disconnectDevices }) => disconnectDevices ?? []),
      ]),
    },
    { name: 'answers', limitMs: 1_500, close: () => server?.close() },
    { name: 'connections', limitMs: 100, close: () => server?.server.closeAllConnections() },
    {
      name: 'jobs',
      limitMs: 1_500,
      close: closeAll([core.jobs.close, ...newestFirst.flatMap(({ close }) => close ?? [])]),
    },
  ];
  for (const step of steps) await closeWithin(step, core.log);
}
