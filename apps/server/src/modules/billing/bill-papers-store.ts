import { createHash } from 'node:crypto';
import { ProblemError, type BillPaperKind } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';

export type BillPaper = {
  readonly rootDomainId: string;
  readonly path: string;
  readonly kind: BillPaperKind;
  readonly number: string;
  readonly pdf: Uint8Array;
  readonly madeAt: Date;
};

/** Stores a paper for good. A second paper of the same kind is rejected, never overwritten. */
export async function insertPaper(
  queries: Queries,
  { rootDomainId, path, kind, number, pdf, madeAt }: BillPaper,
): Promise<void> {
  const inserted = await queries.query({
    name: 'insert_bill_document',
    text: 'insert into bill_papers (root_domain_id, path, kind, number, sha256, pdf, made_at) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1 as kept',
    values: [
      rootDomainId,
      path,
      kind,
      number,
      createHash('sha256').update(pdf).digest('hex'),
      Buffer.from(pdf),
      madeAt,
    ],
  });
  if (inserted.length === 0) throw new ProblemError('bill-state-conflict');
}

/** Returns the stored paper, or null. */
export async function readPaper(
  queries: Queries,
  path: string,
  kind: BillPaperKind,
): Promise<{ readonly pdf: Uint8Array; readonly number: string } | null> {
  const [row] = await queries.query<{ pdf: Buffer; number: string }>({
    name: 'read_bill_document',
    text: 'select pdf, number from bill_papers where path = $1 and kind = $2',
    values: [path, kind],
  });
  return row ?? null;
}
