import { encodeFields, type Write } from '@yamori/domain';

export const create = (path: string, fields: Readonly<Record<string, unknown>>): Write => ({
  kind: 'create',
  path,
  data: encodeFields(fields, false),
});

type Ids = {
  readonly domainId: string;
  readonly roomId: string;
  readonly serial: string;
};

const at = new Date('2026-01-01T00:00:00Z');

/** Documents of every collection below an organisation, its room and its device. */
export const createInEveryCollection = ({ domainId, roomId, serial }: Ids): Write[] => [
  create(`room/${roomId}/sleep/2026-01-01`, {
    night: '2026-01-01',
    from: at,
    to: at,
    state: 'waiting',
  }),
  create(`device/${serial}/deviceService/s`, { kind: 'service', at, text: 'a', writtenBy: 'u' }),
  create(`room/${roomId}/note/n`, { from: at, to: null, text: 'a', writtenBy: 'u' }),
  create(`room/${roomId}/uploadHistory/u`, {
    sha256: 'a'.repeat(64),
    fileName: 'f',
    sizeBytes: 1,
    format: 'edf',
    deviceSerial: null,
    from: null,
    to: null,
    state: 'done',
    uploadedBy: 'u',
  }),
  create(`domain/${domainId}/partner/p`, { code: 'p', name: 'p', state: 'active' }),
  create(`domain/${domainId}/bill/1`, {
    month: '2026-01',
    recipient: { kind: 'customer', id: 'c', name: 'c' },
    issuer: { name: 'i' },
    lines: [],
    subtotal: 0,
    tax: [],
    total: 0,
    state: 'draft',
    registrationNumber: 'T9234567890123',
  }),
  create(`domain/${domainId}/billTerms/current`, {
    issuerName: 'i',
    registrationNumber: 'T9234567890123',
    unitPrice: 100,
  }),
  create(`deviceLoan/loan-${domainId}`, {
    serial: 'S',
    fromDomainId: domainId,
    toDomainId: 'elsewhere',
    from: at,
    until: at,
    returnedAt: null,
  }),
  create(`updateHistory/history-${domainId}`, {
    at,
    actorId: 'u',
    action: 'a',
    path: 'p',
    rootDomainId: domainId,
    changes: [],
    address: '',
    previousHash: '',
    hash: '',
  }),
];
