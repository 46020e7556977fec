import { randomUUID } from 'node:crypto';
import {
  type AccessLevelName,
  deviceState,
  type DeviceStatus,
  encodeFields,
  type JobState,
  platformApi,
} from '@yamori/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { plantTree, type TreeMembers } from '../../testing/organisation-tree.ts';

const lastFrameAt = new Date('2026-01-02T00:00:00Z');
let fixture: LiveFixture;
let members: TreeMembers;
beforeAll(async () => {
  // The time of the last frames. With a later clock the devices would count as silent.
  fixture = await startLiveFixture({ now: () => lastFrameAt });
  members = await plantTree(fixture);
});
afterAll(() => fixture.close());

const send = (method: 'GET' | 'POST', url: string, level: AccessLevelName = 'developer') =>
  fixture.app.server.inject({ method, url, headers: { cookie: members.cookies.get(level) ?? '' } });
const status = (fields: Partial<DeviceStatus>): DeviceStatus => ({
  online: true,
  onlineSince: null,
  lastFrameAt,
  lastHeartbeatAt: null,
  batteryPercent: null,
  signalDbm: null,
  fault: 'none',
  faultSince: lastFrameAt,
  clockOffsetSeconds: null,
  framesReceived: 0,
  framesRefused: 0,
  ...fields,
});

describe('GET /platform', () => {
  it('counts organisations, rooms and devices by type, firmware and state, without file devices', async () => {
    const before = platformApi.fleet.reply.parse((await send('GET', '/api/fleet')).json());
    const device = (serial: string, fields: object) => ({
      kind: 'create' as const,
      path: `device/${serial}`,
      data: encodeFields(
        {
          serial,
          typeId: 'bed',
          domainId: 'own',
          rootDomainId: 'above',
          roomId: null,
          connection: 'network',
          firmware: '2.0.0',
          ...fields,
        },
        false,
      ),
    });
    await fixture.commit([
      device('N-fine', { status: status({}) }),
      device('N-lost', { status: status({ online: false }) }),
      device('N-low', { status: status({ fault: 'batteryLow' }) }),
      device('N-never', {}),
      device('N-gone', { retiredAt: lastFrameAt, connection: 'file' }),
      device('F-file', { connection: 'network' }),
      {
        kind: 'create',
        path: 'room/closed',
        data: encodeFields(
          { domainId: 'own', rootDomainId: 'above', name: 'closed', archivedAt: lastFrameAt },
          false,
        ),
      },
    ]);
    const after = platformApi.fleet.reply.parse((await send('GET', '/api/fleet')).json());
    expect(
      after.devices
        .filter(({ firmware }) => firmware === '2.0.0')
        .map(({ typeId, state, count }) => [typeId, state, count]),
    ).toEqual(
      expect.arrayContaining([
        ['bed', 'batteryLow', 1],
        ['bed', 'fine', 1],
        ['bed', 'never', 1],
        ['bed', 'offline', 1],
        ['bed', 'retired', 1],
      ]),
    );
    expect(after.devices.reduce((sum, { count }) => sum + count, 0)).toBe(
      before.devices.reduce((sum, { count }) => sum + count, 0) + 5,
    );
    expect(after.unplaced).toBe(before.unplaced + 4);
    expect(after.rooms).toEqual({ ...before.rooms, archived: before.rooms.archived + 1 });
    expect(after.organisations.find(({ kind }) => kind === 'facility')?.count).toBe(7);
    expect(after.lent).toBe(5);
  });

  it('counts all open alarms in rooms in use, including calls and device faults', async () => {
    const { rooms: before } = platformApi.fleet.reply.parse(
      (await send('GET', '/api/fleet')).json(),
    );
    const unmeasured = {
      presence: 'unknown',
      presenceSince: lastFrameAt,
      sleepState: 'unknown',
      sleepStateSince: lastFrameAt,
      heartRate: null,
      respirationRate: null,
      temperature: null,
      posture: 'unknown',
      postureAt: null,
      lastFrameAt: null,
      fault: 'none',
      faultSince: lastFrameAt,
      faultSerial: null,
    };
    const accident = (kind: string, severity: string) => ({
      id: kind,
      kind,
      severity,
      state: 'raised',
      raisedAt: lastFrameAt,
      repeats: 1,
      mutedUntil: null,
      overAt: null,
      escalatesAt: null,
      by: null,
      acknowledgedAt: null,
    });
    const room = (id: string, accidents: readonly object[], more: object = {}) => ({
      kind: 'create' as const,
      path: `room/${id}`,
      data: encodeFields(
        {
          domainId: 'own',
          rootDomainId: 'above',
          name: id,
          live: { ...unmeasured, openAccidents: 1, accidents },
          ...more,
        },
        false,
      ),
    });
    await fixture.commit([
      room('pressing', [
        accident('fall', 'high'),
        accident('call', 'medium'),
        accident('deviceOffline', 'technical'),
      ]),
      room('rings', [accident('call', 'medium')]),
      room('calm', []),
      room('left', [accident('fall', 'high')], { archivedAt: lastFrameAt }),
      {
        kind: 'create',
        path: 'room/unheard',
        data: encodeFields(
          { domainId: 'own', rootDomainId: 'above', name: 'unheard', live: null },
          false,
        ),
      },
    ]);
    const { rooms } = platformApi.fleet.reply.parse((await send('GET', '/api/fleet')).json());
    expect([
      rooms.openAccidents - before.openAccidents,
      rooms.openCalls - before.openCalls,
      rooms.openFaults - before.openFaults,
    ]).toEqual([4, 2, 1]);
  });

  it('counts each device in the state that every screen shows', async () => {
    const silent = { lastFrameAt: null, lastHeartbeatAt: null };
    const all = (
      [
        null,
        {},
        silent,
        { ...silent, lastHeartbeatAt: lastFrameAt },
        { ...silent, lastHeartbeatAt: lastFrameAt, online: false },
        { ...silent, online: false, fault: 'deviceOffline' },
        { online: false },
        { fault: 'deviceOffline' },
        { fault: 'sensorOff' },
        { fault: 'noisy' },
        { fault: 'batteryLow' },
        { fault: 'undeployed' },
      ] satisfies (Partial<DeviceStatus> | null)[]
    ).map((fields) => (fields === null ? null : status(fields)));
    await fixture.commit(
      all.map((of, index) => ({
        kind: 'create' as const,
        path: `device/S-${index}`,
        data: encodeFields(
          {
            serial: `S-${index}`,
            typeId: 'bed',
            domainId: 'own',
            rootDomainId: 'above',
            roomId: null,
            connection: 'network',
            firmware: `state-${index}`,
            status: of,
          },
          false,
        ),
      })),
    );
    const { devices } = platformApi.fleet.reply.parse((await send('GET', '/api/fleet')).json());
    const counted = (index: number) =>
      devices.find(({ firmware }) => firmware === `state-${index}`)?.state;
    expect(all.map((_, index) => counted(index))).toEqual(
      all.map((of) => deviceState({ status: of, retiredAt: null })),
    );
  });

  it('reports the server’s status with its counters and without any name', async () => {
    const client = await fixture.connectDevice('akane-A');
    await client.endAsync();
    // Room states are computed in several ticks.
    await expect
      .poll(
        async () =>
          platformApi.server.reply.parse((await send('GET', '/api/fleet/server')).json()).live
            .devices,
      )
      .toBeGreaterThan(0);
    const reply = await send('GET', '/api/fleet/server');
    const found = platformApi.server.reply.parse(reply.json());
    expect(found.checks.map(({ name }) => name)).toEqual(['database', 'bus', 'rooms', 'live']);
    expect(found.checks.find(({ name }) => name === 'database')).toEqual({
      name: 'database',
      ok: true,
    });
    expect(found).toMatchObject({
      serverId: 'server-1',
      warnings: [],
      servers: [{ id: 'server-1', isAlive: true, shards: 256, clockAheadMs: 0 }],
      leasesLost: 0,
      waitingMails: 0,
      ingest: { framesReceived: 0 },
    });
    expect(found.databaseBytes).toBeGreaterThan(1_000_000);
    expect(reply.body).not.toContain('@');
  });
});

describe('platform jobs', () => {
  beforeEach(
    async () => void (await fixture.temporary.database.query({ text: 'delete from jobs' })),
  );
  const put = async (
    kind: string,
    state: JobState,
    subject: string = randomUUID(),
    parameters: object = {},
  ): Promise<string> => {
    const jobId = randomUUID();
    await fixture.temporary.database.query({
      text: `insert into jobs (root_domain_id, job_id, kind, subject, parameters, state, attempt, problem, run_after) values ('above', $1, $2, $3, $4, $5, 5, 'job-failed', now() + interval '1 hour')`,
      values: [jobId, kind, subject, JSON.stringify(parameters), state],
    });
    return jobId;
  };
  const list = async (state: JobState) =>
    platformApi.jobs.reply.parse((await send('GET', `/api/jobs?state=${state}`)).json());
  const retry = async (jobId: string) => {
    const reply = await send('POST', `/api/jobs/${jobId}/retry`);
    return [reply.statusCode, reply.body === '' ? '' : reply.json<{ code: string }>().code];
  };

  it('the list counts jobs by kind and state and omits their subjects', async () => {
    const failed = await put('analyse-night', 'failed', 'r-own/2026-01-01');
    await put('import', 'waiting', 'file-of-hanako.edf');
    const found = await list('failed');
    expect(found.counts).toEqual([
      { kind: 'analyse-night', state: 'failed', count: 1 },
      { kind: 'import', state: 'waiting', count: 1 },
    ]);
    expect(found.jobs).toEqual([
      expect.objectContaining({
        jobId: failed,
        domainName: 'above',
        attempt: 5,
        problem: 'job-failed',
        mayRetry: true,
        runsAt: null,
      }),
    ]);
    const waiting = await list('waiting');
    expect(waiting.jobs).toEqual([expect.objectContaining({ kind: 'import', mayRetry: false })]);
    expect(JSON.stringify([found, waiting])).not.toMatch(/r-own|hanako/);
  });

  it('the list also counts the nights that wait for analysis, few of which are jobs yet', async () => {
    const order = (night: string, asked: number, done: number) =>
      fixture.temporary.database.query({
        text: `insert into night_orders (root_domain_id, room_id, night, asked, done) values ('above', 'r-nights', $1, $2, $3)`,
        values: [night, asked, done],
      });
    const { waitingNights } = await list('waiting');
    await order('2026-02-01', 1, 0);
    await order('2026-02-02', 2, 1);
    await order('2026-02-03', 2, 2);
    expect((await list('waiting')).waitingNights).toBe(waitingNights + 2);
  });

  it('a job’s parameters, not only its kind, decide whether it may be retried', async () => {
    const [imported, undone] = [
      await put('import', 'failed', 'one', { action: 'import' }),
      await put('import', 'failed', 'two', { action: 'undo' }),
    ];
    const { jobs } = await list('failed');
    expect(new Map(jobs.map(({ jobId, mayRetry }) => [jobId, mayRetry]))).toEqual(
      new Map([
        [imported, true],
        [undone, false],
      ]),
    );
  });

  it('a failed job can be retried once', async () => {
    const jobId = await put('analyse-night', 'failed', 'r-own/2026-01-01', {});
    expect(await retry(jobId)).toEqual([204, '']);
    const rows = await fixture.temporary.database.query<{ state: string; attempt: number }>({
      text: `select state, attempt from jobs where kind = 'analyse-night' and state in ('waiting', 'running', 'done')`,
    });
    expect(rows).toHaveLength(1);
    expect(
      await fixture.temporary.database.query({
        text: `select night from night_orders where room_id = 'r-own'`,
      }),
    ).toEqual([{ night: '2026-01-01' }]);
    expect(await retry(jobId)).toEqual([404, 'job-not-found']);
  });

  it.each<[string, string, JobState, object, number, string]>([
    ['is running', 'analyse-night', 'running', {}, 409, 'job-state-conflict'],
    ['is done', 'import', 'done', {}, 409, 'job-state-conflict'],
    [
      'is of a kind that must not be repeated',
      'noticePush',
      'failed',
      {},
      400,
      'job-retry-invalid',
    ],
    ['deleted something', 'import', 'failed', { action: 'undo' }, 400, 'job-retry-invalid'],
  ])(
    'a job that %s is not retried and remains',
    async (_, kind, state, parameters, expectedStatus, code) => {
      const jobId = await put(kind, state, 'x/2026-01-01', parameters);
      expect(await retry(jobId)).toEqual([expectedStatus, code]);
      expect(
        await fixture.temporary.database.query({
          text: 'select state from jobs where job_id = $1',
          values: [jobId],
        }),
      ).toEqual([{ state }]);
    },
  );

  it('a failed job is not retried while the same work is waiting', async () => {
    const jobId = await put('import', 'failed', 'same', { action: 'import' });
    await put('import', 'waiting', 'same', { action: 'import' });
    expect(await retry(jobId)).toEqual([409, 'job-state-conflict']);
    expect((await list('failed')).jobs).toHaveLength(1);
  });
});
