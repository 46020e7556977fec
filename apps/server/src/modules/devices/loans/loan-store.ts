import {
  deviceCollection,
  deviceLoanCollection,
  encodeValue,
  query,
  type Write,
  isWithBorrower,
  loanStateAt,
} from '@yamori/domain';
import type { z } from 'zod';
import type { DocumentStore } from '../../../core/documents/document-store.ts';

type Device = Pick<
  z.infer<typeof deviceCollection.schema>,
  'roomId' | 'borrowedBy' | 'borrowedUntil'
> & { readonly version: string };

export type LoanStore = {
  /** Lists the serials of devices that are lent or have a loan that is not over. */
  readonly listConcernedSerials: () => Promise<readonly string[]>;
  readonly listLoans: (serial: string) => Promise<readonly Loan[]>;
  /** Returns null if the device does not exist. */
  readonly device: (serial: string) => Promise<Device | null>;
  /**
   * Hands a device over, or only changes the end of the loan. A device that changes hands leaves
   * its room, so the next holder cannot see measurements from there.
   */
  readonly hand: (serial: string, device: Device, lent: Lent | null) => Promise<void>;
};

const PAGE_SIZE = 1000;
const deviceFields = deviceCollection.schema
  .pick({ roomId: true, borrowedBy: true, borrowedUntil: true })
  .strip();
const loanFields = deviceLoanCollection.schema.strip();

export function createLoanStore(store: DocumentStore): LoanStore {
  const listSerials = async (
    collection: string,
    field: string,
    filters: z.input<typeof query>['filters'],
  ): Promise<string[]> => {
    const serials: string[] = [];
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const found = await store.list(
        query.parse({ collection, filters, offset, limit: PAGE_SIZE }),
      );
      serials.push(
        ...found.flatMap(({ data }) => (typeof data[field] === 'string' ? [data[field]] : [])),
      );
      if (found.length < PAGE_SIZE) return serials;
    }
  };

  return {
    async listConcernedSerials() {
      const concerned = await Promise.all([
        listSerials('deviceLoan', 'serial', [{ field: ['returnedAt'], op: '==', value: null }]),
        listSerials('device', 'serial', [{ field: ['borrowedBy'], op: '>', value: '' }]),
      ]);
      return [...new Set(concerned.flat())];
    },
    async listLoans(serial) {
      const found = await store.list(
        query.parse({
          collection: 'deviceLoan',
          filters: [{ field: ['serial'], op: '==', value: serial }],
          limit: PAGE_SIZE,
        }),
      );
      return found.flatMap(({ data }) => {
        const loan = loanFields.safeParse(data);
        return loan.success ? [loan.data] : [];
      });
    },
    async device(serial) {
      const [found] = await store.read([`device/${serial}`]);
      const fields = deviceFields.safeParse(found?.data);
      return found === null || found === undefined || !fields.success
        ? null
        : { ...fields.data, version: found.version };
    },
    async hand(serial, device, lent) {
      const moves = device.borrowedBy !== (lent?.borrowedBy ?? null);
      const [room] =
        moves && device.roomId !== null ? await store.read([`room/${device.roomId}`]) : [];
      const leaves: Write[] =
        room === null || room === undefined
          ? []
          : [
              {
                kind: 'update',
                path: room.path,
                fields: [{ field: ['deviceSerials'], value: { $arrayRemove: [serial] } }],
              },
            ];
      await store.commit(
        [
          {
            kind: 'update',
            path: `device/${serial}`,
            precondition: { version: device.version },
            fields: [
              { field: ['borrowedBy'], value: lent?.borrowedBy ?? null },
              { field: ['borrowedUntil'], value: encodeValue(lent?.borrowedUntil ?? null) },
              ...(moves ? [{ field: ['roomId'], value: null }] : []),
            ],
          },
          ...leaves,
        ],
        { userId: null },
      );
    },
  };
}

export type Loan = z.infer<typeof deviceLoanCollection.schema>;

/** The borrower of a device and the end of the loan. */
export type Lent = { readonly borrowedBy: string; readonly borrowedUntil: Date };

/**
 * Returns the running loan: it has begun and the device is not back, even if it is overdue. Of two
 * such loans the later one counts.
 */
export function runningLoan(loans: readonly Loan[], nowMs: number): Lent | null {
  const running = loans.filter((loan) => isWithBorrower(loanStateAt(loan, nowMs)));
  const [latest] = running.toSorted((one, other) => other.from.getTime() - one.from.getTime());
  return latest === undefined
    ? null
    : { borrowedBy: latest.toDomainId, borrowedUntil: latest.until };
}
