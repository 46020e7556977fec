import { encodeFields, encodeValue, type Write } from '@yamori/domain';
import { startLiveFixture, type LiveFixture } from '../../../../testing/live-fixture.ts';

/** A device in a room of its owner, mizuki, which lends it to akane. */
export const SERIAL = 'mizuki-A';
export const HOUR_MS = 3_600_000;

/** Fixture: a server with a settable clock, and builders for writes of loans. */
export type LoanFixture = LiveFixture & {
  readonly clock: { aheadMs: number };
  readonly now: () => Date;
  readonly inHours: (hours: number) => Date;
  /** By default the loan began an hour ago and ends in five hours. */
  readonly aLoan: (more?: Readonly<Record<string, unknown>>) => Write;
  /** Returns `done` or the problem code. */
  readonly commitAs: (cookie: string, writes: readonly Write[]) => Promise<string>;
};

export async function startLoanFixture(): Promise<LoanFixture> {
  const clock = { aheadMs: 0 };
  const now = (): Date => new Date(Date.now() + clock.aheadMs);
  const inHours = (hours: number): Date => new Date(now().getTime() + hours * HOUR_MS);
  const fixture = await startLiveFixture({ now });
  return {
    ...fixture,
    clock,
    now,
    inHours,
    aLoan: (more = {}) => ({
      kind: 'create',
      path: 'deviceLoan/l1',
      data: encodeFields(
        {
          serial: SERIAL,
          fromDomainId: 'mizuki',
          toDomainId: 'akane',
          from: inHours(-1),
          until: inHours(5),
          returnedAt: null,
          ...more,
        },
        false,
      ),
    }),
    commitAs: async (cookie, writes) => {
      const reply = await fetch(`${fixture.address}/api/documents/commit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ writes }),
      });
      return reply.ok ? 'done' : ((await reply.json()) as { code: string }).code;
    },
  };
}

export const changeLoan = (field: string, value: Date): Write => ({
  kind: 'update',
  path: 'deviceLoan/l1',
  fields: [{ field: [field], value: encodeValue(value) }],
});
