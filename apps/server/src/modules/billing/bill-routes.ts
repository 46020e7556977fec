import {
  billApi,
  ProblemError,
  type Actor,
  type BillPaperKind,
  type DocumentData,
} from '@yamori/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireAgency, type Agency } from '../../core/documents/require-agency.ts';
import type { Author } from '../../core/documents/writing/commit-guard.ts';
import { toSubnet } from '../../core/http/address-limit.ts';
import { toContentDisposition, fileNamePart } from '../../core/http/content-disposition.ts';
import { route, type Route } from '../../core/http/route.ts';
import { abortOnDisconnect } from '../../core/http/abort-on-disconnect.ts';
import type { FairQueue } from '../../core/messaging/jobs/fair-queue.ts';
import {
  deleteDraft,
  issueBill,
  payBill,
  voidBill,
  type BillDrawingContext,
} from './bill-commands.ts';
import { billPath, readBill } from './bill-documents.ts';
import { drawPaper } from './bill-drawing.ts';
import { readPaper } from './bill-papers-store.ts';
import { generateBills, type BillContext } from './generate-bills.ts';
import { readLateDays } from './late-days.ts';
import { PAPER_WORDS } from './locales/ja/paper-words.ts';

type BillRouteOptions = BillContext & {
  /** Fair queues, by agency, for drawing papers and for counting device-days. */
  readonly turns: FairQueue;
  readonly dayTurns: FairQueue;
};

/** Routes for an agency's bills and their papers. */
export function billRoutes(options: BillRouteOptions): readonly Route[] {
  return [
    ...draftRoutes(options),
    ...numberedPaperRoutes(options),
    ...paperFileRoutes(options),
    route(billApi.pay, async ({ actor, params, body, request }) => {
      const agency = await requireAgency(options.store, actor, params.domainId);
      await payBill(options, agency, params.billId, body, getAuthor(actor, request));
    }),
    route(billApi.remove, async ({ actor, params, request }) => {
      const agency = await requireAgency(options.store, actor, params.domainId);
      await deleteDraft(options, agency, params.billId, getAuthor(actor, request));
    }),
  ];
}

function draftRoutes(options: BillRouteOptions): readonly Route[] {
  return [
    route(billApi.generate, async ({ actor, params, body, request, reply }) => {
      const agency = await requireAgency(options.store, actor, params.domainId);
      // A disconnect only cancels the wait in the queue: a run that has begun completes the month.
      const made = await abortOnDisconnect(reply, (gone) =>
        options.dayTurns.take(agency.id, gone, () =>
          generateBills(options, agency, body.month, getAuthor(actor, request)),
        ),
      );
      return made ?? reply.hijack();
    }),
    route(billApi.late, async ({ actor, params, reply }) => {
      const agency = await requireAgency(options.store, actor, params.domainId);
      const found = await abortOnDisconnect(reply, (gone) =>
        options.dayTurns.take(agency.id, gone, () => readLateDays(options, agency)),
      );
      return found ?? reply.hijack();
    }),
  ];
}

function numberedPaperRoutes(options: BillRouteOptions): readonly Route[] {
  // A client that disconnects while the paper is drawn issues nothing. A paper that loses its
  // number to a concurrent request is drawn again without queueing again.
  const runQueued = (
    reply: FastifyReply,
    agency: Agency,
    write: (context: BillDrawingContext) => Promise<string>,
  ): Promise<string | null> =>
    abortOnDisconnect(reply, (gone) =>
      options.turns.take(agency.id, gone, () =>
        write({
          ...options,
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
      const agency = await requireAgency(options.store, actor, params.domainId);
      const number = await runQueued(reply, agency, (drawing) =>
        issueBill(drawing, agency, params.billId, body.updatedAt, getAuthor(actor, request)),
      );
      return number === null ? reply.hijack() : { number };
    }),
    route(billApi.void, async ({ actor, params, body, request, reply }) => {
      const agency = await requireAgency(options.store, actor, params.domainId);
      const number = await runQueued(reply, agency, (drawing) =>
        voidBill(drawing, agency, params.billId, body.reason, getAuthor(actor, request)),
      );
      return number === null ? reply.hijack() : { number };
    }),
  ];
}

function paperFileRoutes(options: BillRouteOptions): readonly Route[] {
  return [
    route(billApi.paper, async ({ actor, params, query: { kind }, reply }) => {
      const { domainId, billId } = params;
      await requireAgency(options.store, actor, domainId);
      const stored = await readBill(options.store, domainId, billId);
      if (stored === null || (kind === 'cancellation' && stored.bill.cancellation === null))
        throw new ProblemError('document-not-found', { place: billPath(domainId, billId) });
      // The paper of an issued bill is stored; only a draft is drawn on request.
      const storedPaper = await readPaper(options.database, stored.path, kind);
      if (storedPaper === null && stored.bill.state !== 'draft')
        throw new Error(`no stored paper for issued bill ${stored.path}; restore bill_papers`);
      const pdf =
        storedPaper?.pdf ??
        (await abortOnDisconnect(reply, (gone) =>
          options.turns.take(domainId, gone, () => drawPaper(stored.bill, kind, gone)),
        ));
      if (pdf === null) return reply.hijack();
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', toContentDisposition(getFileName(stored.bill, kind)))
        .send(Buffer.from(pdf));
    }),
  ];
}

const getAuthor = (actor: Actor, { ip }: FastifyRequest): Author => ({
  actor,
  address: toSubnet(ip),
});

function getFileName(bill: DocumentData<'bill'>, kind: BillPaperKind): string {
  const number = (kind === 'bill' ? bill.number : bill.cancellation?.number) ?? PAPER_WORDS.draft;
  return [PAPER_WORDS[kind], number, fileNamePart(bill.recipient.name), `${bill.month}.pdf`]
    .filter((part) => part !== '')
    .join('_');
}
