import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { registerAgencyRoutes } from './features/agencies/agency-routes.ts';
import { createBillTurns } from './features/bills/bill-drawing.ts';
import { registerBillRoutes } from './features/bills/bill-routes.ts';
import type { TurnsStanding } from './messaging/jobs/turns.ts';

export type AgencySideParts = { readonly server: FastifyInstance; readonly store: DocumentStore; readonly database: Database; readonly now: () => Date };

/** What resellers look at and ask of their customers. @returns how many papers of bills are drawn and wait */
export function openAgencySide({ server, ...parts }: AgencySideParts): { readonly billPapers: () => TurnsStanding } {
  const turns = createBillTurns();
  registerAgencyRoutes(server, parts);
  registerBillRoutes(server, { ...parts, turns });
  return { billPapers: turns.standing };
}
