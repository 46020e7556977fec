import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { registerAgencyRoutes } from './features/agencies/agency-routes.ts';
import { createDeviceDayTurns } from './features/agencies/device-day-turns.ts';
import { createBillTurns } from './features/bills/bill-drawing.ts';
import { registerBillRoutes } from './features/bills/bill-routes.ts';
import type { TurnsStanding } from './messaging/jobs/turns.ts';

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
