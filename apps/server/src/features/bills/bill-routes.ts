import {
  BILL_PAPERS,
  generateBillsCall,
  generateBillsReply,
  issueBillCall,
  issueBillReply,
  lateDays,
  payBillCall,
  refuse,
  voidBillCall,
  type DataOf,
} from '@yamori/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { runAgency, type Agency } from '../../documents/run-agency.ts';
import type { Author } from '../../documents/writing/commit-guard.ts';
import { subnetOf } from '../../http/address-limit.ts';
import { attachmentHeader, fileNamePart } from '../../http/attachment-header.ts';
import { requireActor } from '../../http/request-actor.ts';
import { whileWaitedFor } from '../../http/waited-work.ts';
import type { Turns } from '../../messaging/jobs/turns.ts';
import { dropDraft, issueBill, payBill, voidBill, type DrawingParts } from './bill-commands.ts';
import { billPath, readBill } from './bill-documents.ts';
import { drawPaper } from './bill-drawing.ts';
import { readPaper } from './bill-papers-store.ts';
import { generateBills, type BillParts } from './generate-bills.ts';
import { readLateDays } from './late-days.ts';
import { PAPER_WORDS } from './text/ja/paper-words.ts';

const id = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^/\p{Cc}]*$/u);
const agencyParams = z.object({ domainId: id });
const billParams = agencyParams.extend({ billId: id });
const paperQuery = z.object({ kind: z.enum(BILL_PAPERS).default('bill') });

export type BillRouteParts = BillParts & {
  /** Whose papers are drawn next, and whose device-days are counted. */
  readonly turns: Turns;
  readonly dayTurns: Turns;
};

/** Commands about an agency's bills, and their papers (contract/bill-messages.ts). */
export function registerBillRoutes(plain: FastifyInstance, parts: BillRouteParts): void {
  registerBillReads(plain, parts);
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const agencyAt = (request: FastifyRequest, domainId: string) =>
    runAgency(parts.store, requireActor(request), domainId);

  server.post(
    '/api/agencies/:domainId/bills/generate',
    {
      schema: {
        params: agencyParams,
        body: generateBillsCall,
        response: { 200: generateBillsReply },
      },
    },
    async (request, reply) => {
      const agency = await agencyAt(request, request.params.domainId);
      // What has begun is done: half of a month's drafts help nobody.
      const made = await whileWaitedFor(reply, (gone) =>
        parts.dayTurns.take(agency.id, gone, () =>
          generateBills(parts, agency, request.body.month, authorOf(request)),
        ),
      );
      return made ?? reply.hijack();
    },
  );

  // Whoever leaves while the paper is drawn has not issued it. A paper that loses its number to
  // another is drawn anew in the same turn.
  const inTurn = (
    reply: FastifyReply,
    agency: Agency,
    write: (parts: DrawingParts) => Promise<string>,
  ): Promise<string | null> =>
    whileWaitedFor(reply, (gone) =>
      parts.turns.take(agency.id, gone, () =>
        write({
          ...parts,
          draw: async (bill, kind) => {
            const pdf = await drawPaper(bill, kind, gone);
            gone.throwIfAborted();
            return pdf;
          },
        }),
      ),
    );

  server.post(
    '/api/agencies/:domainId/bills/:billId/issue',
    { schema: { params: billParams, body: issueBillCall, response: { 200: issueBillReply } } },
    async (request, reply) => {
      const agency = await agencyAt(request, request.params.domainId);
      const number = await inTurn(reply, agency, (drawing) =>
        issueBill(
          drawing,
          agency,
          request.params.billId,
          request.body.updatedAt,
          authorOf(request),
        ),
      );
      return number === null ? reply.hijack() : { number };
    },
  );

  server.post(
    '/api/agencies/:domainId/bills/:billId/void',
    { schema: { params: billParams, body: voidBillCall, response: { 200: issueBillReply } } },
    async (request, reply) => {
      const agency = await agencyAt(request, request.params.domainId);
      const number = await inTurn(reply, agency, (drawing) =>
        voidBill(drawing, agency, request.params.billId, request.body.reason, authorOf(request)),
      );
      return number === null ? reply.hijack() : { number };
    },
  );

  server.post(
    '/api/agencies/:domainId/bills/:billId/payment',
    { schema: { params: billParams, body: payBillCall } },
    async (request, reply) => {
      await payBill(
        parts,
        await agencyAt(request, request.params.domainId),
        request.params.billId,
        request.body,
        authorOf(request),
      );
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/agencies/:domainId/bills/:billId/removal',
    { schema: { params: billParams } },
    async (request, reply) => {
      await dropDraft(
        parts,
        await agencyAt(request, request.params.domainId),
        request.params.billId,
        authorOf(request),
      );
      return reply.code(204).send();
    },
  );
}

function registerBillReads(plain: FastifyInstance, parts: BillRouteParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const agencyAt = (request: FastifyRequest, domainId: string) =>
    runAgency(parts.store, requireActor(request), domainId);

  server.get(
    '/api/agencies/:domainId/bills/late',
    { schema: { params: agencyParams, response: { 200: lateDays } } },
    async (request, reply) => {
      const agency = await agencyAt(request, request.params.domainId);
      return (
        (await whileWaitedFor(reply, (gone) =>
          parts.dayTurns.take(agency.id, gone, () => readLateDays(parts, agency)),
        )) ?? reply.hijack()
      );
    },
  );

  server.get(
    '/api/agencies/:domainId/bills/:billId/paper',
    { schema: { params: billParams, querystring: paperQuery } },
    async (request, reply) => {
      const { domainId, billId } = request.params;
      const { kind } = request.query;
      await agencyAt(request, domainId);
      const stored = await readBill(parts.store, domainId, billId);
      if (stored === null || (kind === 'cancellation' && stored.bill.cancellation === null))
        throw refuse('document-not-found', { place: billPath(domainId, billId) });
      // What was issued is the paper of that day and is never drawn anew; only a draft has none
      // yet.
      const kept = await readPaper(parts.database, stored.path, kind);
      if (kept === null && stored.bill.state !== 'draft')
        throw new Error(`the paper of an issued bill is gone: ${stored.path}`);
      const pdf =
        kept?.pdf ??
        (await whileWaitedFor(reply, (gone) =>
          parts.turns.take(domainId, gone, () => drawPaper(stored.bill, kind, gone)),
        ));
      if (pdf === null) return reply.hijack();
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachmentHeader(fileName(stored.bill, kind)))
        .send(Buffer.from(pdf));
    },
  );
}

function authorOf(request: FastifyRequest): Author {
  const actor = requireActor(request);
  return { actor, address: subnetOf(request.ip) };
}

function fileName(bill: DataOf<'bill'>, kind: (typeof BILL_PAPERS)[number]): string {
  const number = (kind === 'bill' ? bill.number : bill.cancellation?.number) ?? PAPER_WORDS.draft;
  return [PAPER_WORDS[kind], number, fileNamePart(bill.recipient.name), `${bill.month}.pdf`]
    .filter((part) => part !== '')
    .join('_');
}
