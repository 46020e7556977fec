import type { Core } from '../../core/context.ts';
import type { TurnsStanding } from '../../core/messaging/jobs/turns.ts';
import type { Module } from '../../core/module.ts';
import { agencyRoutes } from './agencies/agency-routes.ts';
import { createDeviceDayTurns } from './agencies/device-day-turns.ts';
import { createBillTurns } from './bill-drawing.ts';
import { billRoutes } from './bill-routes.ts';

type BillingModule = Module & {
  readonly turns: {
    readonly billPapers: () => TurnsStanding;
    readonly deviceDays: () => TurnsStanding;
  };
};

/** Opens the routes for resellers: statistics of their customers, and bills. */
export function openBilling(core: Core): BillingModule {
  const turns = createBillTurns();
  const dayTurns = createDeviceDayTurns();
  return {
    routes: [...agencyRoutes({ ...core, dayTurns }), ...billRoutes({ ...core, turns, dayTurns })],
    turns: { billPapers: turns.standing, deviceDays: dayTurns.standing },
  };
}
