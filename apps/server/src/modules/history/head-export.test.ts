import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentMap } from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../core/documents/testing/test-documents.ts';
import { hashEntry } from '../../core/documents/writing/entry-hash.ts';
import { startLiveFixture, type LiveFixture } from '../../testing/live-fixture.ts';
import { checkHistory } from './check-history.ts';
import { parseExportedHeads, startHeadExport } from './head-export.ts';

const log = pino({ level: 'silent' });
const HOUR_MS = 3_600_000;
const held: { fixture?: LiveFixture; folder?: string } = {};
const fixture = (): LiveFixture => held.fixture ?? expect.fail('no fixture');
const database = () => fixture().temporary.database;
const file = (): string => join(held.folder ?? expect.fail('no folder'), 'heads.jsonl');
beforeAll(async () => {
  held.fixture = await startLiveFixture();
});
afterAll(() => fixture().close());

type Entry = { path: string; data: Record<string, unknown> };
const run = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  database().query<Row>({ text, values });
const write = (building: string) =>
  fixture().app.store.commit([change('room/akane-1', { building })], {
    userId: 'own',
    address: '10.0.0.0/24',
  });
const exportTo = async (target: string): Promise<void> => {
  const exporting = startHeadExport({
    database: database(),
    target,
    everyMs: HOUR_MS,
    now: () => new Date('2026-11-24T03:00:00Z'),
    log,
  });
  await exporting.close();
};
const check = async () =>
  checkHistory(database(), parseExportedHeads(await readFile(file(), 'utf8')));
/** The entries of the chain in order. */
const readChain = async (): Promise<Entry[]> => {
  const rows = await run<Entry>(
    "select path, data from documents where collection = 'updateHistory' and data->>'rootDomainId' = 'akane'",
  );
  const next = new Map(rows.map((row) => [row.data['previousHash'], row]));
  const chain: Entry[] = [];
  for (let row = next.get(''); row !== undefined; row = next.get(row.data['hash'])) chain.push(row);
  return chain;
};
const put = (path: string, data: object) =>
  run('update documents set data = $2 where path = $1', [path, JSON.stringify(data)]);
const setHead = (hash: unknown) =>
  run("update update_history_head set hash = $1 where root_domain_id = 'akane'", [hash]);

const hashAt = (entry: Entry | undefined): string =>
  typeof entry?.data['hash'] === 'string' ? entry.data['hash'] : '';

/** Forges entries like an attacker with database access who can compute the hashes. */
async function rewriteFrom(index: number): Promise<void> {
  const chain = await readChain();
  let previousHash = hashAt(chain[index - 1]);
  for (const [offset, { path, data }] of chain.slice(index).entries()) {
    const forged = { ...data, previousHash, ...(offset === 0 ? { actorId: 'somebody-else' } : {}) };
    const hash = hashEntry(
      { ...forged, at: new Date((data['at'] as { $date: string }).$date) } as DocumentMap,
      path.slice('updateHistory/'.length),
    );
    await put(path, { ...forged, hash });
    previousHash = hash;
  }
  await setHead(previousHash);
}

describe('exported heads of the update history (T36)', () => {
  const kept: { chain: Entry[] } = { chain: [] };
  beforeEach(async () => {
    held.folder = await mkdtemp(join(tmpdir(), 'yamori-heads-'));
    await run("delete from documents where collection = 'updateHistory'");
    await run('delete from update_history_head');
    for (const building of ['a', 'b', 'c', 'd', 'e']) {
      await write(building);
      await exportTo(file());
    }
    kept.chain = await readChain();
  });
  afterEach(async () => {
    if (held.folder !== undefined) await rm(held.folder, { recursive: true });
  });
  const pathAt = (index: number): string => kept.chain[index]?.path ?? expect.fail('no entry');

  it('the check passes while the chain only grows', async () => {
    await write('f');
    expect(kept.chain).toHaveLength(5);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await check()).toMatchObject({ holds: true, lostHeads: [] });
  });

  it('the check says that nothing was compared if there are no exports', async () => {
    const { holds, words } = await checkHistory(database());
    expect(holds).toBe(true);
    expect(words).toContain('No exported heads were compared');
    expect(words).not.toContain('The update history holds:');
    expect((await check()).words).toContain('The update history holds:');
  });

  it('the check names the first entry of a chain that was rewritten with valid hashes', async () => {
    await rewriteFrom(2);
    expect(await checkHistory(database())).toMatchObject({ holds: true });
    const { holds, lostHeads, words } = await check();
    expect(holds).toBe(false);
    expect(lostHeads).toMatchObject([{ rootDomainId: 'akane', path: pathAt(2) }]);
    expect(words).toContain(`the first wrong entry is ${pathAt(2)}`);
  });

  it('the check detects that the newest entries were deleted and the head reset', async () => {
    await run('delete from documents where path = any($1)', [[pathAt(3), pathAt(4)]]);
    await setHead(kept.chain[2]?.data['hash']);
    expect(await checkHistory(database())).toMatchObject({ holds: true });
    const { holds, lostHeads, words } = await check();
    expect(holds).toBe(false);
    expect(lostHeads).toMatchObject([
      { rootDomainId: 'akane', hash: kept.chain[3]?.data['hash'], path: null },
    ]);
    expect(words).toContain('all entries after the export before it are missing');
  });

  it('the check detects that a whole chain was deleted', async () => {
    await run("delete from documents where collection = 'updateHistory'");
    await run('delete from update_history_head');
    expect(await checkHistory(database())).toMatchObject({ holds: true });
    expect(await check()).toMatchObject({ holds: false });
  });

  it('an export by HTTP is repeated after a failure', async () => {
    const bodies: string[] = [];
    const answers = [503, 200];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString('utf8');
      });
      request.on('end', () => {
        const status = answers[bodies.length] ?? 200;
        bodies.push(body);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // A TCP server's address is never a string.
    const { port } = server.address() as AddressInfo;
    const exporting = startHeadExport({
      database: database(),
      target: `http://127.0.0.1:${port}/heads`,
      everyMs: 50,
      now: () => new Date('2026-11-24T03:00:00Z'),
      log,
    });
    await expect.poll(() => bodies.length).toBe(2);
    await exporting.close();
    server.close();
    expect(bodies[0]).toBe(bodies[1]);
    expect(parseExportedHeads(bodies[1] ?? '')).toMatchObject([
      { heads: [{ rootDomainId: 'akane', hash: kept.chain[4]?.data['hash'] }] },
    ]);
  });
});
