import { JOB_KINDS, type Fleet, type FleetJobs, type ServerStatus } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { NIGHT } from '../../../shared/room-state/testing/live-builder.ts';
import { renderMaster, type MasterAnswers } from '../../../kit/testing/master-fixture.tsx';
import { FleetScreen } from './fleet-screen.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const FLEET: Fleet = {
  organisations: [
    { kind: 'facility', count: 12 },
    { kind: 'agency', count: 2 },
  ],
  rooms: {
    inUse: 240,
    archived: 3,
    withDevice: 238,
    openAccidents: 7,
    openCalls: 2,
    openFaults: 1,
  },
  members: 88,
  unplaced: 6,
  lent: 5,
  devices: [
    { typeId: 'bed', firmware: '1.4.2', state: 'fine', count: 180 },
    { typeId: 'bed', firmware: '1.4.0', state: 'offline', count: 20 },
    { typeId: 'ecg', firmware: '', state: 'never', count: 10 },
    { typeId: 'ecg', firmware: '1.0', state: 'retired', count: 90 },
  ],
};
const SERVER: ServerStatus = {
  serverId: 's',
  version: '0.8.40',
  startedAt: new Date(NIGHT.getTime() - 3_600_000).toISOString(),
  now: NIGHT.toISOString(),
  checks: [
    { name: 'database', ok: true },
    { name: 'bus', ok: false, reason: 'bus-disconnected' },
  ],
  warnings: [],
  servers: [
    { id: 's', beat: 812, isAlive: true, shards: 128, clockAheadMs: 12 },
    {
      id: '4b7ad1c2-0f41-4d1b-9d6f-1f0c5f8a2b11',
      beat: 7,
      isAlive: false,
      shards: 0,
      clockAheadMs: 3_600_000,
    },
  ],
  leasesLost: 4,
  memoryBytes: 250_000_000,
  databaseBytes: 3_210_000_000,
  connections: { open: 8, idle: 6, waiting: 0 },
  waitingMails: 2,
  ingest: {
    framesReceived: 1_234_567,
    framesStored: 1_234_000,
    framesRepeated: 0,
    bytesReceived: 987_000_000,
    pendingBytes: 0,
    messagesDropped: 3,
    messagesThrottled: 0,
    refused: { badCrc: 2, noSync: 1 },
    signInsRefused: {},
  },
  live: { devices: 200, rooms: 238, watchers: 7, failedWrites: 0, refused: {} },
};
const JOB = {
  jobId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  kind: 'analyse-night',
  state: 'failed',
  domainId: 'd',
  domainName: 'あかね苑',
  attempt: 5,
  problem: 'night-memory',
  createdAt: NIGHT.toISOString(),
  runsAt: null,
  mayRetry: true,
} as const;
const JOBS: FleetJobs = {
  counts: [
    { kind: 'analyse-night', state: 'failed', count: 1 },
    { kind: 'import', state: 'waiting', count: 4 },
  ],
  jobs: [
    JOB,
    { ...JOB, jobId: '1f8fad5b-d9cb-469f-a165-70867728950e', kind: 'noticePush', mayRetry: false },
  ],
  waitingNights: 1234,
};
/** One job of every kind. */
const OF_EVERY_KIND: FleetJobs = {
  counts: [],
  jobs: JOB_KINDS.map((kind, index) => ({
    ...JOB,
    jobId: `${index}f8fad5b-d9cb-469f-a165-70867728950e`,
    kind,
  })),
  waitingNights: 0,
};
const TODAY = NIGHT.toISOString().slice(0, 10);
const REPLIES: MasterAnswers = {
  'GET /api/fleet': { body: FLEET },
  'GET /api/fleet/server': { body: SERVER },
  'GET /api/jobs': (question) => ({
    body: question.get('state') === 'failed' ? JOBS : { ...JOBS, jobs: [] },
  }),
  'GET /api/usage': {
    body: {
      views: [{ day: TODAY, routeId: 'index', count: 1500 }],
      vitals: [
        { day: TODAY, routeId: 'index', vital: 'lcp', counts: [0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0] },
      ],
    },
  },
};

const expectText = (at: Locator, words: RegExp): Promise<void> =>
  expect.poll(() => at.element().textContent).toMatch(words);

async function open(address = '/master', replies: MasterAnswers = {}) {
  const fixture = await renderMaster({
    Screen: FleetScreen,
    address,
    documents: {
      'deviceType/bed': {
        code: 'bed',
        name: 'ベッド複合センサー',
        maker: '',
        streams: [],
        firmwareVersions: [],
      },
    },
    replies: { ...REPLIES, ...replies },
  });
  cleanups.push(fixture.end);
  return fixture;
}

describe('the platform home', () => {
  it('warns about the set-up of the installation', async () => {
    const warned = {
      ...SERVER,
      warnings: [
        { name: 'mqtt', reason: 'mqtt-without-tls' },
        { name: 'other', reason: 'of-a-newer-server' },
      ],
    };
    await open('/master', { 'GET /api/fleet/server': { body: warned } });
    const warnings = page.getByRole('list', { name: '設定の注意' });
    await expect
      .element(warnings.getByText('機器の通信（MQTT）が暗号化されていません。'))
      .toBeVisible();
    await expect.element(warnings.getByText('of-a-newer-server')).toBeVisible();
  });

  it('the servers are listed with their share of the rooms and their clocks', async () => {
    await open();
    const list = page.getByRole('list', { name: 'サーバーの一覧' });
    await expectText(list, /s動作中この画面のサーバー部屋の 50%時計の差 0 秒/);
    await expectText(list, /4b7ad1c2停止部屋の 0%時計の差 \+3,600 秒/);
    await expect.element(page.getByText('他のサーバーに移った部屋への書き込み')).toBeVisible();
  });

  it('the page shows counts, server state, jobs and usage', async () => {
    const { place } = await open();
    await expectText(
      page.getByRole('list', { name: 'おもな数' }),
      /組織14.*施設 12、代理店 2.*使用中の部屋240.*使用中の機器210.*部屋なし 6・貸し出し中 5.*信号なし20使用中の機器の 10%.*対応が終わっていないアラート7うち 呼び出し 2・機器の異常 1.*職員88/,
    );
    await expect
      .element(page.getByRole('row', { name: /ベッド複合センサー 1\.4\.2180.*1\.4\.020 200 20/ }))
      .toBeVisible();
    await expect.element(page.getByRole('row', { name: /ecg 不明10 10 0/ })).toBeVisible();
    await expectText(
      page.getByRole('list', { name: '動作の確認' }),
      /データベース正常.*通信路異常/,
    );
    await expect.element(page.getByText('1,234,567')).toBeVisible();
    await expect.element(page.getByText('3.21 GB')).toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /1,500 1000 ms ?良い -- --/ }))
      .toBeVisible();
    await expectAccessible(place);
  });

  it('placeholders reserve space, so that nothing moves', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waiting = Object.fromEntries(
      Object.entries(REPLIES).map(([name, answer]) => [
        name,
        async (question: URLSearchParams) => {
          await promise;
          return typeof answer === 'function' ? answer(question) : answer;
        },
      ]),
    );
    const { place } = await open('/master', waiting);
    await expect.poll(() => place.querySelectorAll('[aria-busy="true"]').length).toBeGreaterThan(3);
    // The placeholder has no name and is invisible.
    expect(page.getByRole('list', { name: 'おもな数' }).elements()).toEqual([]);
    const tops = () =>
      [...place.querySelectorAll('section:has(> header)')].map((section) =>
        Math.round(section.getBoundingClientRect().top - place.getBoundingClientRect().top),
      );
    const before = tops();
    resolve(undefined);
    await expect.element(page.getByText('1,234,567')).toBeVisible();
    await expect.element(page.getByRole('list', { name: 'おもな数' })).toBeVisible();
    const after = tops();
    expect(after).toHaveLength(before.length);
    // The numbers themselves may wrap.
    for (const [index, top] of after.slice(0, 3).entries())
      expect(Math.abs(top - (before[index] ?? 0)), `section ${index}`).toBeLessThan(60);
  });

  it('every job has a name rather than a code', async () => {
    await open('/master', { 'GET /api/jobs': { body: OF_EVERY_KIND } });
    await expect
      .element(page.getByRole('row', { name: /端末の通知の更新 あかね苑/ }))
      .toBeVisible();
    const kinds = page
      .getByRole('row', { name: /あかね苑/ })
      .elements()
      .map((row) => row.querySelector('th, td')?.textContent ?? '');
    expect(kinds).toHaveLength(JOB_KINDS.length);
    expect(kinds.filter((words) => /^[\w-]*$/.test(words))).toEqual([]);
  });

  it('jobs are filtered by a state in the address, and a failed one can be retried', async () => {
    const { search, sent } = await open('/master', {
      [`POST /api/jobs/${JOB.jobId}/retry`]: { status: 204, body: null },
    });
    await expect.element(page.getByRole('row', { name: /夜の解析 あかね苑/ })).toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /端末への通知.*ここからはやり直せません/ }))
      .toBeVisible();
    await page.getByRole('button', { name: 'やり直す（夜の解析）' }).click();
    await expect.element(page.getByText('やり直しを依頼しました。')).toBeVisible();
    expect(sent).toContain(`POST /api/jobs/${JOB.jobId}/retry`);
    await page.getByRole('button', { name: /待機中/ }).click();
    expect(search()).toEqual({ jobs: 'waiting' });
    await expect.element(page.getByText('解析結果を待つ夜 1,234夜')).toBeVisible();
    await expect.element(page.getByText('ファイルの取り込み 4件')).toBeVisible();
  });

  it('a job that cannot be retried says why', async () => {
    await open('/master', {
      [`POST /api/jobs/${JOB.jobId}/retry`]: { status: 409, body: { code: 'job-state-conflict' } },
    });
    await page.getByRole('button', { name: 'やり直す（夜の解析）' }).click();
    await expect
      .element(page.getByText('この仕事は、いまはやり直せません。', { exact: false }))
      .toBeVisible();
  });

  it('a section without access or data leaves the others intact', async () => {
    await open('/master', {
      'GET /api/fleet/server': { status: 403, body: { code: 'access-refused' } },
      'GET /api/usage': { body: { views: [], vitals: [] } },
      'GET /api/jobs': { body: { counts: [], jobs: [], waitingNights: 0 } },
    });
    await expect
      .element(page.getByRole('region', { name: 'サーバー' }).getByRole('alert'))
      .toBeVisible();
    await expect.element(page.getByText('この期間の記録はまだありません。')).toBeVisible();
    await expect.element(page.getByText('失敗した仕事はありません。')).toBeVisible();
    await expect.element(page.getByRole('list', { name: 'おもな数' })).toBeVisible();
  });

  it('data stays while the network is down, with its age', async () => {
    const { away } = await open();
    await expect.element(page.getByText('1,234,567')).toBeVisible();
    away(true);
    await page.getByRole('button', { name: '90日間' }).click();
    await expect
      .element(page.getByRole('region', { name: '利用の状況' }).getByRole('alert'))
      .toBeVisible();
    await expect.element(page.getByText('1,234,567')).toBeVisible();
    away(false);
    await page
      .getByRole('region', { name: '利用の状況' })
      .getByRole('button', { name: /もう一度|読み込み直す|再試行/ })
      .click();
    await expect
      .poll(() => document.querySelectorAll('[aria-label="日ごとの数"] li'))
      .toHaveLength(90);
  });

  it('a serial opens its device', async () => {
    const { router } = await open();
    await page.getByRole('textbox', { name: '製造番号で機器を開く' }).fill(' A-1 ');
    await page.getByRole('button', { name: '開く' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/master/device/A-1');
  });
});
