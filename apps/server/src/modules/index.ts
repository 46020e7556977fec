import type { DeviceAddress } from '@yamori/domain';
import type { Limits } from '../config/config.ts';
import type { Core } from '../core/context.ts';
import type { ServerWarning } from '../core/http/readiness.ts';
import { collectChecks, type Module } from '../core/module.ts';
import { openAlarms } from './alarms/module.ts';
import { openBilling } from './billing/module.ts';
import { openDevices } from './devices/module.ts';
import { openExports } from './exports/export-routes.ts';
import { openHistory } from './history/module.ts';
import { openIdentity, type IdentityOptions } from './identity/module.ts';
import { openImportModule } from './imports/module.ts';
import { openNightModule } from './nights/module.ts';
import { openNotifications, type NotificationOptions } from './notifications/module.ts';
import { openOrganisations } from './organisations/module.ts';
import { openPlatform } from './platform/module.ts';
import { openReports } from './reports/module.ts';
import { deleteSavedReports, requireLendable } from './reports/saved-reports.ts';
import { openTables } from './tables/module.ts';
import { openTelemetry } from './telemetry/module.ts';
import { openRoomOwnership } from './telemetry/room-ownership.ts';

export type ModuleOptions = Pick<
  IdentityOptions,
  | 'secure'
  | 'passwordHashing'
  | 'demonstrationAccounts'
  | 'oidcProviders'
  | 'providerTimeoutMs'
  | 'registration'
> & {
  readonly limits: Limits;
  /** Name or address the server listens on. */
  readonly listenHost?: string;
  /** Address that devices connect to. */
  readonly deviceAddress?: DeviceAddress;
  /** Whether this server analyses nights; left out: other servers do. */
  readonly analysesNights?: boolean;
  readonly metricsToken?: string | undefined;
  /** Problems of the installation with which the server stays ready. */
  readonly warnings?: () => readonly ServerWarning[];
  /** Channels of alarm notifications; left out: mail, when there is a mail server. */
  readonly notifications?: NotificationOptions;
};

export type Modules = Awaited<ReturnType<typeof openModules>>;

/**
 * Opens every module, in the order in which they need each other. `onOpened` receives each one, so
 * that the caller can close them if a later one fails.
 */
export async function openModules(
  core: Core,
  options: ModuleOptions,
  onOpened: (module: Module) => void,
) {
  const register: Register = (module) => {
    onOpened(module);
    return module;
  };
  const people = await openPeople(core, options, register);
  const care = await openCare(core, options, people, register);
  const records = openRecords(core, options, people, register);
  const { ownership, telemetry, alarms } = care;
  const platform = openPlatform(core, {
    checks: collectChecks([core, ...Object.values({ ...people, ...care, ...records })]),
    warnings: options.warnings ?? (() => []),
    ingest: telemetry.ingest.counters,
    live: telemetry.live.counts,
    servers: () => [...ownership.leases.serverStatus()],
    leasesLost: ownership.leases.refusals,
    alarmLatenciesMs: () => alarms.evaluator.counts().latenciesMs,
    turns: { ...records.billing.turns, ...records.nights.turns, ...records.imports.turns },
    retries: { ...records.nights.retries, ...records.imports.retries },
    metricsToken: options.metricsToken,
  });
  return { ...people, ...care, ...records, platform: register(platform) };
}

type Register = <Opened extends Module>(module: Opened) => Opened;

type People = Awaited<ReturnType<typeof openPeople>>;

/** Who may do what, what they did, and how they are reached. */
async function openPeople(core: Core, options: ModuleOptions, register: Register) {
  const { limits } = options;
  const history = register(openHistory(core));
  const identity = register(
    await openIdentity(core, {
      ...options,
      signInsPerAddress: limits.signInsPerAddress,
      signInsPerAccount: limits.signInsPerAccount,
      sessionIdleSeconds: limits.sessionIdleHours * 3600,
      requireLendable,
      deleteSavedData: (endLinksTo) => (queries, userId) =>
        deleteSavedReports(endLinksTo, queries, userId),
    }),
  );
  const organisations = register(openOrganisations(core, identity));
  const notifications = register(await openNotifications(core, identity, options.notifications));
  return { history, identity, organisations, notifications };
}

/** Rooms and devices as they are now. */
async function openCare(
  core: Core,
  { limits, listenHost, deviceAddress }: ModuleOptions,
  { history, identity, notifications }: People,
  register: Register,
) {
  const ownership = register(await openRoomOwnership(core));
  const alarms = register(
    openAlarms(core, {
      fence: ownership.leases.fence,
      delivery: notifications.delivery,
      factsDays: limits.accidents.factsDays,
    }),
  );
  const telemetry = register(
    await openTelemetry(
      core,
      {
        ownership,
        observer: alarms.evaluator,
        press: alarms.service.press,
        recordLatePress: alarms.service.recordLatePress,
        lookupSession: identity.findSession,
        onSessionsChanged: identity.onSessionsChanged,
        recordDisclosures: history.recordDisclosures,
      },
      {
        ingest: limits.ingest,
        viewer: limits.viewer,
        perMember: limits.socketsPerMember,
        perServer: limits.socketsPerServer,
        listenHost,
      },
    ),
  );
  const devices = register(openDevices(core, { address: deviceAddress }));
  return { ownership, alarms, telemetry, devices };
}

/** Nights, files, reports and bills. */
function openRecords(core: Core, options: ModuleOptions, { identity }: People, register: Register) {
  const { limits } = options;
  const nights = register(
    openNightModule(core, {
      analysesNights: options.analysesNights ?? false,
      maxWaiting: limits.imports.nightsWaiting,
    }),
  );
  const imports = register(
    openImportModule(core, {
      limits: limits.imports,
      afterStored: nights.afterStored,
      afterRemoved: nights.afterRemoved,
    }),
  );
  const tables = register(
    openTables(core, {
      inviting: identity.csvInvitations,
      readActor: identity.readActor,
      limits: limits.imports.csv,
    }),
  );
  const exports = register(
    openExports(core, {
      limits: limits.exports,
      readStreams: nights.readStreams,
    }),
  );
  const billing = register(openBilling(core));
  const reports = register(openReports(core, { ...identity, ...identity.registration }));
  return { nights, imports, tables, exports, billing, reports };
}
