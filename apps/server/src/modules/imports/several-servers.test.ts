import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../app.ts';
import { toLimits, readConfig } from '../../config/config.ts';
import { toRegistrationOptions } from '../../config/registration.ts';
import { createJobs } from '../../core/messaging/jobs/jobs.ts';
import { openImports } from './imports.ts';
import { NO_MAIL } from '../../core/mail/mail.ts';
import {
  AKANE_ROOM,
  startImportFixture,
  type ImportFixture,
} from '../../testing/import-fixture.ts';
import { anEdfFile } from '../../testing/recording-files.ts';
import { createTestUploader, type TestUploader } from '../../testing/tus-upload.ts';
import type { StoredImport } from './import-context.ts';

const log = pino({ level: 'silent' });
const held: { fixture?: ImportFixture; other?: App; second?: TestUploader } = {};
const fixture = (): ImportFixture => held.fixture ?? expect.fail('no fixture');
const second = (): TestUploader => held.second ?? expect.fail('no second server');

beforeAll(async () => {
  held.fixture = await startImportFixture();
  const { temporary, bus } = fixture();
  held.other = await createApp({
    database: { ...temporary.database, counts: temporary.counts, url: temporary.url },
    bus,
    log,
    now: () => new Date(),
    serverId: 'server-2',
    webFolder: null,
    publicOrigin: null,
    secure: false,
    tls: null,
    trustedProxies: [],
    secret: 'a secret that all servers of a test have',
    demonstrationAccounts: [],
    oidcProviders: [],
    mail: NO_MAIL,
    limits: toLimits(readConfig({})),
    registration: toRegistrationOptions(readConfig({})),
  });
  await held.other.server.listen({ host: '127.0.0.1', port: 0 });
  const bound = held.other.server.server.address();
  held.second = createTestUploader(
    `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    await fixture().signIn('carer@akane.example'),
  );
});
afterAll(async () => {
  await held.other?.close();
  await held.fixture?.close();
});

const aFile = (bytes: Uint8Array) => ({ roomId: AKANE_ROOM, fileName: 'night.edf', bytes });

describe('two servers', () => {
  it('both accept alternate parts of one upload', async () => {
    const bytes = anEdfFile({ records: 5_000, seed: 81 });
    const location = (await fixture().uploader.create(aFile(bytes))).headers.get('location') ?? '';
    let at = 0;
    for (let part = 0; at < bytes.length; part++) {
      const server = part % 2 === 0 ? second() : fixture().uploader;
      expect((await server.head(location)).headers.get('upload-offset')).toBe(String(at));
      const reply = await server.patch(location, at, bytes.subarray(at, at + 400_000));
      expect(reply.status).toBe(204);
      at = Number(reply.headers.get('upload-offset'));
    }
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
      state: 'done',
      addedFrames: 10_000,
    });
  });

  it('both take imports, and either can cancel an import of the other', async () => {
    const files = Array.from({ length: 4 }, (_, index) =>
      anEdfFile({ records: 400, seed: 90 + index }),
    );
    for (const bytes of files) await fixture().uploader.upload(aFile(bytes));
    for (const bytes of files)
      expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({
        state: 'done',
        addedFrames: 800,
      });
    await held.other?.jobs.close();
    const long = anEdfFile({ records: 9_000, seed: 99 });
    await fixture().uploader.upload(aFile(long));
    const letGo = await fixture().holdStoring(long);
    expect((await second().command(aFile(long), 'cancel')).status).toBe(202);
    await letGo();
    expect(await fixture().until(long, ['undone', 'done'])).toMatchObject({
      state: 'undone',
      addedFrames: 0,
    });
  });
});

describe('the hook for stored imports', () => {
  it('runs before the import is done, and again after it failed', async () => {
    await fixture().app.jobs.close();
    const calls: StoredImport[] = [];
    const states: (string | undefined)[] = [];
    const bytes = anEdfFile({ records: 100, seed: 111 });
    const { temporary, bus, app } = fixture();
    const database = { ...temporary.database, url: temporary.url };
    const jobs = createJobs({ database, bus, log });
    const imports = openImports({
      database,
      jobs,
      log,
      now: () => new Date(),
      limits: toLimits(readConfig({})).imports,
      store: app.store,
      timeline: app.timeline,
      afterStored: async (stored) => {
        calls.push(stored);
        states.push((await fixture().seen(bytes))?.state);
        if (calls.length === 1) throw new Error('analysis failed');
        await pause(20);
      },
    });
    await fixture().uploader.upload(aFile(bytes));
    const done = await fixture().until(bytes, ['done', 'failed']);
    expect(done).toMatchObject({ state: 'done', addedFrames: 200 });
    expect(states).toEqual(['analysing', 'analysing']);
    expect(calls).toEqual(
      [0, 1].map(() => ({
        roomId: AKANE_ROOM,
        rootDomainId: 'akane',
        importId: expect.any(String),
        serial: done.deviceSerial,
        fromUs: (done.from?.getTime() ?? 0) * 1000,
        toUs: (done.to?.getTime() ?? 0) * 1000,
      })),
    );
    await jobs.close();
    await imports.close();
  });
});
