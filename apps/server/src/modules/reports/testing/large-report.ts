import {
  ACCIDENT_KINDS,
  daysLater,
  REPORT_FIGURES,
  type Report,
  type ReportFilter,
  type ReportSide,
} from '@yamori/domain';

export const ANY_FILTER: ReportFilter = {
  domainId: 'home',
  roomIds: [],
  sexes: [],
  tags: [],
  period: { kind: 'newest', nights: 7 },
};
const FROM = '2025-11-21';
const MAX_VALUES = {
  text: 0,
  minutes: 480,
  percent: 100,
  times: 5,
  count: 9,
  perMinute: 80,
} as const;

/** Builds a deterministic report with some missing figures. */
export function largeReport(roomCount: number, nightCount: number): Report {
  let seed = 7;
  const share = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const figures = (): ReportSide['figures'] =>
    Object.fromEntries(
      REPORT_FIGURES.map(({ id, kind }) => [
        id,
        share() < 0.05 ? null : MAX_VALUES[kind] * (0.5 + share() / 2),
      ]),
    );
  const count = (max: number): number => Math.round(share() * max);
  const side = (): ReportSide => ({
    nights: count(nightCount),
    pending: 0,
    provisional: 0,
    accidents: count(9),
    figures: figures(),
  });
  const spans = (length: number, days: number): Report['nights'] =>
    Array.from({ length }, (_, index) => ({
      from: daysLater(FROM, index * days),
      nights: count(roomCount),
      figures: figures(),
    }));
  const rooms: Report['rooms'] = Array.from({ length: roomCount }, (_, index) => ({
    roomId: `r${index}`,
    name: String(101 + index),
    building: 'A',
    floor: String(1 + (index % 5)),
    tags: index % 2 === 0 ? ['fall risk', 'night round'] : [],
    sex: index % 2 === 0 ? 'female' : 'male',
    now: side(),
    before: side(),
    course: Array.from({ length: nightCount }, () => (share() < 0.1 ? null : count(480))),
  }));
  return {
    domainName: 'Akane',
    timeZone: 'Asia/Tokyo',
    nightStartsAt: '12:00',
    madeAt: '2026-11-22T00:05:00.000Z',
    digest: '0'.repeat(64),
    period: { from: FROM, to: daysLater(FROM, nightCount - 1) },
    before: { from: daysLater(FROM, -nightCount), to: daysLater(FROM, -1) },
    rooms,
    total: { now: side(), before: side() },
    analysisMinutes: null,
    nights: spans(nightCount, 1),
    weeks: spans(Math.ceil(nightCount / 7), 7),
    awaited: [],
    accidents: rooms.flatMap(({ roomId }) =>
      ACCIDENT_KINDS.filter((kind) => kind !== 'test' && share() < 0.4).map((kind) => ({
        roomId,
        kind,
        now: count(9),
        before: count(9),
      })),
    ),
    devices: rooms.flatMap(({ roomId }) =>
      [1, 2].map((one) => ({
        roomId,
        serial: `${roomId}-${one}`,
        typeName: 'Bed sensor',
        state: share() < 0.9 ? 'fine' : 'offline',
        lastHeardAt: '2026-11-22T00:00:00.000Z',
        batteryPercent: one === 1 ? count(100) : null,
      })),
    ),
  };
}
