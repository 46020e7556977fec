import { billApi, refuse, type Actor, type BillPaperKind, type DataOf } from '@yamori/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { runAgency, type Agency } from '../../core/documents/run-agency.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import { subnetOf } from '../../core/http/address-limit.ts';
import { attachmentHeader, fileNamePart } from '../../core/http/attachment-header.ts';
import { route, type Route } from '../../core/http/route.ts';
import { whileWaitedFor } from '../../core/http/waited-work.ts';
import type { Turns } from '../../core/messaging/jobs/turns.ts';
import { deleteDraft, issueBill, payBill, voidBill, type DrawingParts } from './bill-commands.ts';
import { billPath, readBill } from './bill-documents.ts';
import { drawPaper } from './bill-drawing.ts';
import { readPaper } from './bill-papers-store.ts';
import { generateBills, type BillContext } from './generate-bills.ts';
import { readLateDays } from './late-days.ts';
import { PAPER_WORDS } from './locales/ja/paper-words.ts';

type BillRouteOptions = BillContext & {
  /** Fair queues, by agency, for drawing papers and for counting device-days. */
  readonly turns: Turns;
  readonly dayTurns: Turns;
};

/** Routes for an agency's bills and their papers. */
export function billRoutes(parts: BillRouteOptions): readonly Route[] {
  return [
    ...draftRoutes(parts),
    ...numberedPaperRoutes(parts),
    ...paperFileRoutes(parts),
    route(billApi.pay, async ({ actor, params, body, request }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      await payBill(parts, agency, params.billId, body, getAuthor(actor, request));
    }),
    route(billApi.remove, async ({ actor, params, request }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      await deleteDraft(parts, agency, params.billId, getAuthor(actor, request));
    }),
  ];
}

function draftRoutes(parts: BillRouteOptions): readonly Route[] {
  return [
    route(billApi.generate, async ({ actor, params, body, request, reply }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      // A disconnect only cancels the wait in the queue: a run that has begun completes the month.
      const made = await whileWaitedFor(reply, (gone) =>
        parts.dayTurns.take(agency.id, gone, () =>
          generateBills(parts, agency, body.month, getAuthor(actor, request)),
        ),
      );
      return made ?? reply.hijack();
    }),
    route(billApi.late, async ({ actor, params, reply }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      const found = await whileWaitedFor(reply, (gone) =>
        parts.dayTurns.take(agency.id, gone, () => readLateDays(parts, agency)),
      );
      return found ?? reply.hijack();
    }),
  ];
}

function numberedPaperRoutes(parts: BillRouteOptions): readonly Route[] {
  // A client that disconnects while the paper is drawn issues nothing. A paper that loses its
  // number to a concurrent request is drawn again without queueing again.
  const runQueued = (
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
  return [
    route(billApi.issue, async ({ actor, params, body, request, reply }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      const number = await runQueued(reply, agency, (drawing) =>
        issueBill(drawing, agency, params.billId, body.updatedAt, getAuthor(actor, request)),
      );
      return number === null ? reply.hijack() : { number };
    }),
    route(billApi.void, async ({ actor, params, body, request, reply }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      const number = await runQueued(reply, agency, (drawing) =>
        voidBill(drawing, agency, params.billId, body.reason, getAuthor(actor, request)),
      );
      return number === null ? reply.hijack() : { number };
    }),
  ];
}

function paperFileRoutes(parts: BillRouteOptions): readonly Route[] {
  return [
    route(billApi.paper, async ({ actor, params, query: { kind }, reply }) => {
      const { domainId, billId } = params;
      await runAgency(parts.store, actor, domainId);
      const stored = await readBill(parts.store, domainId, billId);
      if (stored === null || (kind === 'cancellation' && stored.bill.cancellation === null))
        throw refuse('document-not-found', { place: billPath(domainId, billId) });
      // The paper of an issued bill is stored; only a draft is drawn on request.
      const storedPaper = await readPaper(parts.database, stored.path, kind);
      if (storedPaper === null && stored.bill.state !== 'draft')
        throw new Error(`no stored paper for issued bill ${stored.path}; restore bill_papers`);
      const pdf =
        storedPaper?.pdf ??
        (await whileWaitedFor(reply, (gone) =>
          parts.turns.take(domainId, gone, () => drawPaper(stored.bill, kind, gone)),
        ));
      if (pdf === null) return reply.hijack();
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachmentHeader(getFileName(stored.bill, kind)))
        .send(Buffer.from(pdf));
    }),
  ];
}

const getAuthor = (actor: Actor, { ip }: FastifyRequest): Author => ({
  actor,
  address: subnetOf(ip),
});

function getFileName(bill: DataOf<'bill'>, kind: BillPaperKind): string {
  const number = (kind === 'bill' ? bill.number : bill.cancellation?.number) ?? PAPER_WORDS.draft;
  return [PAPER_WORDS[kind], number, fileNamePart(bill.recipient.name), `${bill.month}.pdf`]
    .filter((part) => part !== '')
    .join('_');
}
