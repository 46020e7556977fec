import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { registerAgencyRoutes } from './features/agencies/agency-routes.ts';
import { createBillDrawing } from './features/bills/bill-drawing.ts';
import { registerBillRoutes } from './features/bills/bill-routes.ts';

export type AgencySideParts = { readonly server: FastifyInstance; readonly store: DocumentStore; readonly database: Database; readonly now: () => Date };

/** What resellers look at and ask of their customers. */
export function openAgencySide({ server, ...parts }: AgencySideParts): void {
  registerAgencyRoutes(server, parts);
  registerBillRoutes(server, { ...parts, drawing: createBillDrawing() });
}
