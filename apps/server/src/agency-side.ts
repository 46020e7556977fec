import type { FastifyInstance } from 'fastify';
import type { Database } from './core/database/database.ts';
import type { DocumentStore } from './core/documents/document-store.ts';
import { registerAgencyRoutes } from './modules/billing/agencies/agency-routes.ts';
import { createDeviceDayTurns } from './modules/billing/agencies/device-day-turns.ts';
import { createBillTurns } from './modules/billing/bill-drawing.ts';
import { registerBillRoutes } from './modules/billing/bill-routes.ts';
import type { TurnsStanding } from './core/messaging/jobs/turns.ts';

export type AgencySideParts = {
  readonly server: FastifyInstance;
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
};

/**
 * What resellers look at and ask of their customers. @returns how many papers of bills are drawn
 * and wait, and how many counts of device-days
 */
export function openAgencySide({ server, ...parts }: AgencySideParts): {
  readonly billPapers: () => TurnsStanding;
  readonly deviceDays: () => TurnsStanding;
} {
  const [turns, dayTurns] = [createBillTurns(), createDeviceDayTurns()];
  registerAgencyRoutes(server, { ...parts, dayTurns });
  registerBillRoutes(server, { ...parts, turns, dayTurns });
  return { billPapers: turns.standing, deviceDays: dayTurns.standing };
}
