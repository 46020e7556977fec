import type { AccidentKind } from '../collections/accident.ts';
import type { SEXES } from '../collections/room.ts';
import type { ReportTableId } from '../api/reports.ts';
import type { DeviceState } from '../live/device-state.ts';
import type { ReportFigureId, ReportKind } from '../reports/report-figures.ts';
import { ACCIDENT_KIND_WORDS_EN, ACCIDENT_KIND_WORDS_JA } from './accident-words.ts';

type Head =
  | 'room'
  | 'place'
  | 'sex'
  | 'tags'
  | 'nights'
  | 'pending'
  | 'provisional'
  | 'results'
  | 'night'
  | 'week'
  | 'accidents'
  | 'kind'
  | 'group'
  | 'serial'
  | 'type'
  | 'state'
  | 'lastSeen'
  | 'battery';
type Fact =
  | 'organisation'
  | 'period'
  | 'before'
  | 'rooms'
  | 'sex'
  | 'tags'
  | 'madeAt'
  | 'pending'
  | 'provisional';

/** Texts of a report, on screen and in files. */
export type ReportTexts = {
  readonly title: string;
  readonly table: Readonly<Record<ReportTableId, string>>;
  readonly head: Readonly<Record<Head, string>>;
  readonly fact: Readonly<Record<Fact, string>>;
  readonly figure: Readonly<Record<ReportFigureId, string>>;
  readonly kind: Readonly<Record<AccidentKind, string>>;
  readonly sex: Readonly<Record<(typeof SEXES)[number], string>>;
  /** Suffix of a column heading. */
  readonly unit: Readonly<Record<ReportKind, string>>;
  /** Suffix for minutes formatted as hours and minutes. */
  readonly clockUnit: string;
  /** Suffix of a value. */
  readonly shortUnit: Readonly<Record<ReportKind, string>>;
  readonly device: Readonly<Record<DeviceState, string>>;
  readonly all: string;
  readonly and: string;
  readonly before: string;
  readonly technical: string;
  readonly ofPerson: string;
  /** Disclaimer below the values. */
  readonly reference: string;
  readonly changeNote: string;
  /** Shown instead of an empty table. */
  readonly empty: Readonly<Record<ReportTableId, string>>;
  /** Heading of the values over all rooms. */
  readonly figures: string;
  readonly courseNote: string;
  readonly course: string;
  readonly difference: string;
  readonly noBefore: string;
  readonly pendingBefore: string;
  readonly same: string;
  readonly change: (change: string) => string;
  /** A change while analyses of either period are pending. */
  readonly soFar: (change: string) => string;
  /** Title of the sheet that describes a file. */
  readonly about: string;
  /**
   * Pending nights of the period and of the one before, and the minutes until they are analysed.
   */
  readonly pending: (now: number, before: number, minutes: number | null) => string;
  /** Provisional nights, and the devices they wait for. */
  readonly provisional: (nights: number, devices: string) => string;
  /** A device without records since a local time; null if it never sent any. */
  readonly awaited: (room: string, serial: string, since: string | null) => string;
  readonly moreDevices: (count: number) => string;
  /** Formats a local date, and a local time such as `2026-11-22 09:05`. */
  readonly day: (date: string) => string;
  readonly moment: (minute: string) => string;
  readonly span: (from: string, to: string) => string;
  readonly rooms: (count: number) => string;
  readonly page: (page: number, pages: number) => string;
};

const getWeekday = (date: string): number => new Date(date).getUTCDay();
const dayJa = (date: string): string =>
  `${date.replaceAll('-', '/')}(${'日月火水木金土'.charAt(getWeekday(date))})`;
const WEEKDAYS_EN = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS_EN = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];
const dayEn = (date: string): string =>
  `${WEEKDAYS_EN[getWeekday(date)]} ${date.slice(8)} ${MONTHS_EN[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
const nightsEn = (count: number): string => (count === 1 ? '1 night is' : `${count} nights are`);

export const REPORT_WORDS_JA: ReportTexts = {
  title: '睡眠とアラートのレポート',
  table: {
    rooms: '部屋ごと',
    nights: '夜ごと',
    weeks: '週ごと',
    accidents: 'アラート',
    devices: '機器',
  },
  head: {
    room: '部屋',
    place: '場所',
    sex: '性別',
    tags: 'タグ',
    nights: '記録のある夜',
    pending: '解析中の夜',
    provisional: '速報の夜',
    results: '記録',
    night: '夜',
    week: '週（日曜から）',
    accidents: 'アラート',
    kind: '種類',
    group: '区分',
    serial: '製造番号',
    type: '機種',
    state: '状態',
    lastSeen: '最後の受信',
    battery: '電池',
  },
  fact: {
    organisation: '組織',
    period: '期間',
    before: '比較する期間',
    rooms: '部屋数',
    sex: '性別',
    tags: 'タグ',
    madeAt: '作成',
    pending: '解析中',
    provisional: '速報',
  },
  figure: {
    TST: '睡眠時間',
    SE: '睡眠効率',
    WASO: '中途覚醒の時間',
    awakenings: '目覚めた回数',
    outOfBedCount: '離床の回数',
    outOfBedMinutes: '離床の時間',
    heartRateMean: '心拍（平均）',
    respirationRateMean: '呼吸（平均）',
    coverage: '記録の割合',
  },
  kind: ACCIDENT_KIND_WORDS_JA,
  sex: { female: '女性', male: '男性', other: 'その他', unknown: '未登録' },
  unit: {
    text: '',
    minutes: '（分）',
    percent: '（%）',
    times: '（回）',
    count: '（件）',
    perMinute: '（回/分）',
  },
  clockUnit: '（時:分）',
  shortUnit: { text: '', minutes: '', percent: '%', times: '回', count: '件', perMinute: '回/分' },
  device: {
    retired: '使用を終えた機器',
    offline: '信号なし',
    sensorOff: 'センサー外れ',
    noisy: '雑音',
    batteryLow: '電池残量低下',
    never: '未受信',
    fine: '受信中',
  },
  all: '全体',
  and: '、',
  before: ' 前の期間',
  technical: '機器',
  ofPerson: '利用者',
  reference:
    '数値は1夜あたりの平均で、参考値です。診断には使えません。アラートは期間中の件数です（テストと機器のアラートを除きます）。',
  changeNote: '＋か－の付いた数は、比較する期間との差です。',
  empty: {
    rooms: '当てはまる部屋がありません。',
    nights: 'この期間に、結果のある夜はありません。',
    weeks: 'この期間に、結果のある週はありません。',
    accidents: 'この期間にも、比較する期間にも、アラートはありません。',
    devices: 'これらの部屋に置いた機器はありません。',
  },
  figures: '全体の値',
  courseNote:
    '線は期間の推移です。右の数は、線の最も高い値と最も低い値です。記録のない夜は線が切れます。',
  course: '睡眠時間の推移',
  difference: '差',
  noBefore: '前の期間に記録なし',
  pendingBefore: '前の期間は解析中',
  same: '前の期間と同じ',
  change: (change) => `前の期間より ${change}`,
  soFar: (change) => `${change}（途中）`,
  about: 'このレポートについて',
  pending: (now, before, minutes) =>
    `${[...(now === 0 ? [] : [`解析中の夜が${now}件あります。`]), ...(before === 0 ? [] : [`比較する期間に解析中の夜が${before}件あります。`])].join('')}${minutes === null ? '' : `あと約${minutes}分です。`}終わると数に入ります。`,
  provisional: (nights, devices) =>
    `${nights}件。記録がまだ届いていない機器: ${devices}。届くと値が変わることがあります。`,
  awaited: (room, serial, since) =>
    `${room} ${serial}（${since === null ? 'まだ一度も送っていません' : `${since}から`}）`,
  moreDevices: (count) => `ほか${count}台`,
  day: dayJa,
  moment: (minute) => `${dayJa(minute.slice(0, 10))}${minute.slice(10)}`,
  span: (from, to) => `${dayJa(from)} 〜 ${dayJa(to)}`,
  rooms: (count) => `${count}部屋`,
  page: (page, pages) => `${page} / ${pages}`,
};

export const REPORT_WORDS_EN: ReportTexts = {
  title: 'Report on sleep and alarms',
  table: {
    rooms: 'By room',
    nights: 'By night',
    weeks: 'By week',
    accidents: 'Alarms',
    devices: 'Devices',
  },
  head: {
    room: 'Room',
    place: 'Place',
    sex: 'Sex',
    tags: 'Tags',
    nights: 'Nights recorded',
    pending: 'Nights being analysed',
    provisional: 'Provisional nights',
    results: 'Results',
    night: 'Night',
    week: 'Week (from Sunday)',
    accidents: 'Alarms',
    kind: 'Kind',
    group: 'Group',
    serial: 'Serial number',
    type: 'Type',
    state: 'State',
    lastSeen: 'Last received',
    battery: 'Battery',
  },
  fact: {
    organisation: 'Organisation',
    period: 'Period',
    before: 'Compared with',
    rooms: 'Rooms',
    sex: 'Sex',
    tags: 'Tags',
    madeAt: 'Made',
    pending: 'Being analysed',
    provisional: 'Provisional',
  },
  figure: {
    TST: 'Total sleep time',
    SE: 'Sleep efficiency',
    WASO: 'Wake after sleep onset',
    awakenings: 'Awakenings',
    outOfBedCount: 'Times out of bed',
    outOfBedMinutes: 'Time out of bed',
    heartRateMean: 'Heart rate (mean)',
    respirationRateMean: 'Respiration (mean)',
    coverage: 'Recorded',
  },
  kind: ACCIDENT_KIND_WORDS_EN,
  sex: { female: 'Female', male: 'Male', other: 'Other', unknown: 'Not registered' },
  unit: {
    text: '',
    minutes: ' (min)',
    percent: ' (%)',
    times: ' (times)',
    count: ' (count)',
    perMinute: ' (/min)',
  },
  clockUnit: ' (h:mm)',
  shortUnit: { text: '', minutes: '', percent: '%', times: '', count: '', perMinute: '/min' },
  device: {
    retired: 'Retired',
    offline: 'No signal',
    sensorOff: 'Sensor off',
    noisy: 'Noisy',
    batteryLow: 'Battery low',
    never: 'Never heard',
    fine: 'Receiving',
  },
  all: 'All',
  and: ', ',
  before: ' before',
  technical: 'Device',
  ofPerson: 'Resident',
  reference:
    'Figures are means of a night and for reference; they are no diagnosis. Alarms are counted over the period, without tests and those of devices.',
  changeNote: 'Numbers with a sign are the difference from the period that is compared with.',
  empty: {
    rooms: 'No room fits.',
    nights: 'No night of this period has a result.',
    weeks: 'No week of this period has a result.',
    accidents: 'No accident was raised in this period, nor in the one compared with.',
    devices: 'No device is placed in these rooms.',
  },
  figures: 'All rooms',
  courseNote:
    'Lines are the course over the period; beside them stand their highest and lowest values. A night without a record leaves a gap.',
  course: 'Sleep, night by night',
  difference: 'Change',
  noBefore: 'Nothing recorded before',
  pendingBefore: 'Period before is being analysed',
  same: 'Same as before',
  change: (change) => `${change} from before`,
  soFar: (change) => `${change} (so far)`,
  about: 'About this report',
  pending: (now, before, minutes) =>
    `${[...(now === 0 ? [] : [`${nightsEn(now)} being analysed.`]), ...(before === 0 ? [] : [`In the period before, ${nightsEn(before)} being analysed.`])].join(' ')}${minutes === null ? '' : ` About ${minutes} min to go.`} They count once analysed.`,
  provisional: (nights, devices) =>
    `${nights}. Records not yet received from ${devices}. Figures may change.`,
  awaited: (room, serial, since) =>
    `${room} ${serial} (${since === null ? 'never sent anything' : `since ${since}`})`,
  moreDevices: (count) => `${count} more`,
  day: dayEn,
  moment: (minute) => `${dayEn(minute.slice(0, 10))}${minute.slice(10)}`,
  span: (from, to) => `${dayEn(from)} – ${dayEn(to)}`,
  rooms: (count) => `${count} ${count === 1 ? 'room' : 'rooms'}`,
  page: (page, pages) => `${page} / ${pages}`,
};
