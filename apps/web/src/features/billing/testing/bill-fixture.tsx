import { AgencyProvider } from '../../../shared/agency/agency-context.tsx';
import { renderList, type ListSetup } from '../../../kit/testing/list-fixture.tsx';
import { BillsScreen } from '../bills-screen.tsx';

export const line = {
  kind: 'deviceDays',
  what: 'ベッド',
  customerId: 'akane',
  customerName: 'あかね苑',
  quantity: 4,
  unitPrice: 100,
  amount: 400,
  taxPercent: 10,
  evidence: [{ serial: 'A-1', roomId: 'r', roomName: '201号室', days: [1, 2, 3, 31] }],
};
/** A bill of October 2026, by default a draft. */
export const bill = (name: string, more: object = {}) => ({
  month: '2026-10',
  recipient: { kind: 'customer', id: name, name, address: '', isPerson: false },
  issuer: { name: '販売', address: '', contact: '', bank: '' },
  registrationNumber: 'T9234567890123',
  timeZone: 'Asia/Tokyo',
  lines: [line],
  subtotal: 400,
  tax: [{ percent: 10, subtotal: 400, amount: 40 }],
  total: 440,
  dueDays: 30,
  state: 'draft',
  issuedAt: null,
  dueAt: null,
  paidOn: null,
  cancellation: null,
  ...more,
});
export const issued = {
  state: 'issued',
  number: '000001',
  issuedAt: new Date('2026-11-02T01:00:00Z'),
  dueAt: new Date('2026-11-10T15:00:00Z'),
};
export const TERMS = {
  issuerName: '販売',
  registrationNumber: 'T9234567890123',
  address: '',
  contact: '',
  bank: '',
  dueDays: 30,
  unitPrice: 100,
  taxPercent: 10,
  prices: [],
};
export const DOCUMENTS = {
  'domain/one/bill/d': bill('みずきの家'),
  'domain/one/bill/i': bill('あかね苑', issued),
  'domain/one/bill/old': bill('別の月', { month: '2026-09' }),
};

/** With `fileName` an empty file of that name. */
export type Answer = {
  readonly status?: number;
  readonly body?: unknown;
  readonly fileName?: string;
};
export type Answers = Readonly<Record<string, (body: unknown) => Answer | Promise<Answer>>>;

/**
 * The bills of agency `one`. `answers` by path below `/bills/`, other paths are refused; `late` and
 * `statistics` answer the background requests.
 */
export async function openBills(
  address = '/agency/bills',
  answers: Answers = {},
  more: Partial<ListSetup> = {},
) {
  const asked: { path: string; body: unknown }[] = [];
  const serve = async (path: string, { body }: RequestInit): Promise<Response> => {
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    if (path.endsWith('/late')) {
      const { status: lateStatus = 200, body: lateDays = { late: [], open: [] } } =
        (await answers['late']?.(sent)) ?? {};
      return Response.json(lateDays, { status: lateStatus });
    }
    if (path.includes('/statistics?')) {
      const { status: readStatus = 404, body: statistics = { code: 'document-not-found' } } =
        (await answers['statistics']?.(path)) ?? {};
      return Response.json(statistics, { status: readStatus });
    }
    asked.push({ path, body: sent });
    const {
      status = 200,
      body: answer = {},
      fileName,
    } = (await answers[path.replace('/api/agencies/one/bills/', '')]?.(sent)) ?? {
      status: 404,
      body: { code: 'document-not-found' },
    };
    if (fileName !== undefined)
      return new Response(new Blob([]), {
        headers: {
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        },
      });
    return status === 204 ? new Response(null, { status }) : Response.json(answer, { status });
  };
  const fixture = await renderList({
    Screen: BillsScreen,
    address,
    documents: DOCUMENTS,
    accessLevel: 51,
    serve,
    around: (screen) => (
      <AgencyProvider value={{ id: 'one', timeZone: 'Asia/Tokyo' }}>{screen}</AgencyProvider>
    ),
    ...more,
  });
  return { ...fixture, asked };
}

/** Names of recipients from top to bottom. */
export const rows = () =>
  [...document.querySelectorAll('tbody tr th')].map((cell) => cell.textContent);
