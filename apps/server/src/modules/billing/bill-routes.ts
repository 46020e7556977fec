import { billApi, refuse, type Actor, type BillPaperKind, type DataOf } from '@yamori/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { runAgency, type Agency } from '../../core/documents/run-agency.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import { subnetOf } from '../../core/http/address-limit.ts';
import { attachmentHeader, fileNamePart } from '../../core/http/attachment-header.ts';
import { route, type Route } from '../../core/http/route.ts';
import { whileWaitedFor } from '../../core/http/waited-work.ts';
import type { Turns } from '../../core/messaging/jobs/turns.ts';
import { dropDraft, issueBill, payBill, voidBill, type DrawingParts } from './bill-commands.ts';
import { billPath, readBill } from './bill-documents.ts';
import { drawPaper } from './bill-drawing.ts';
import { readPaper } from './bill-papers-store.ts';
import { generateBills, type BillParts } from './generate-bills.ts';
import { readLateDays } from './late-days.ts';
import { PAPER_WORDS } from './text/ja/paper-words.ts';

export type BillRouteParts = BillParts & {
  /** Whose papers are drawn next, and whose device-days are counted. */
  readonly turns: Turns;
  readonly dayTurns: Turns;
};

/** Commands about an agency's bills, and their papers. */
export function billRoutes(parts: BillRouteParts): readonly Route[] {
  return [
    ...draftRoutes(parts),
    ...numberedPaperRoutes(parts),
    ...paperFileRoutes(parts),
    route(billApi.pay, async ({ actor, params, body, request }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      await payBill(parts, agency, params.billId, body, authorOf(actor, request));
    }),
    route(billApi.remove, async ({ actor, params, request }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      await dropDraft(parts, agency, params.billId, authorOf(actor, request));
    }),
  ];
}

function draftRoutes(parts: BillRouteParts): readonly Route[] {
  return [
    route(billApi.generate, async ({ actor, params, body, request, reply }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      // What has begun is done: half of a month's drafts help nobody.
      const made = await whileWaitedFor(reply, (gone) =>
        parts.dayTurns.take(agency.id, gone, () =>
          generateBills(parts, agency, body.month, authorOf(actor, request)),
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

function numberedPaperRoutes(parts: BillRouteParts): readonly Route[] {
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
  return [
    route(billApi.issue, async ({ actor, params, body, request, reply }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      const number = await inTurn(reply, agency, (drawing) =>
        issueBill(drawing, agency, params.billId, body.updatedAt, authorOf(actor, request)),
      );
      return number === null ? reply.hijack() : { number };
    }),
    route(billApi.void, async ({ actor, params, body, request, reply }) => {
      const agency = await runAgency(parts.store, actor, params.domainId);
      const number = await inTurn(reply, agency, (drawing) =>
        voidBill(drawing, agency, params.billId, body.reason, authorOf(actor, request)),
      );
      return number === null ? reply.hijack() : { number };
    }),
  ];
}

function paperFileRoutes(parts: BillRouteParts): readonly Route[] {
  return [
    route(billApi.paper, async ({ actor, params, query: { kind }, reply }) => {
      const { domainId, billId } = params;
      await runAgency(parts.store, actor, domainId);
      const stored = await readBill(parts.store, domainId, billId);
      if (stored === null || (kind === 'cancellation' && stored.bill.cancellation === null))
        throw refuse('document-not-found', { place: billPath(domainId, billId) });
      // An issued bill keeps its paper; only a draft is drawn again.
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
    }),
  ];
}

const authorOf = (actor: Actor, { ip }: FastifyRequest): Author => ({
  actor,
  address: subnetOf(ip),
});

function fileName(bill: DataOf<'bill'>, kind: BillPaperKind): string {
  const number = (kind === 'bill' ? bill.number : bill.cancellation?.number) ?? PAPER_WORDS.draft;
  return [PAPER_WORDS[kind], number, fileNamePart(bill.recipient.name), `${bill.month}.pdf`]
    .filter((part) => part !== '')
    .join('_');
}
