import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ProblemError, type Collection } from '@yamori/domain';
import type { CollectionQuery } from '../../../apps/web/src/live/documents/collection-query.ts';
import type { CaseDocuments } from '../case-client.ts';
import { followList, type FollowedList } from './followed-list.ts';
import { openOracleClient, type OracleClient } from './oracle-client.ts';
import { createServerControl, type ServerControl } from './server-control.ts';

export type OracleOptions = {
  readonly seed: number;
  readonly databaseUrl: string;
  /** Injected one after the other. */
  readonly faults: readonly OracleFault[];
  /** Single writes before, during and after each fault, in addition to the backlogs. */
  readonly writesPerFault: number;
};

/** Faults of a server. A frozen server falls behind, and its client connections are cut. */
export type OracleFault = 'SIGTERM' | 'SIGKILL' | 'freeze';

export type OracleResult = {
  readonly lists: number;
  readonly mutations: number;
  readonly cuts: number;
  readonly cutsBehindParts: number;
  readonly restarts: number;
  /** Time from the end of all faults until every list agrees; infinite if one never does. */
  readonly agreedAfterMs: number;
  /** Lists that finally differ from a fresh read, and every error in their changes. */
  readonly faults: readonly string[];
};

const CLIENTS_PER_SERVER = 5;
const LISTS_PER_CLIENT = 10;
const IDS = 60;
/** More than the change feed reads in one batch. */
const BACKLOG = 2_400;
const BATCH = 400;
const GIVE_UP_MS = 120_000;

/**
 * 100 live lists on two servers, through the web client, while documents are written, connections
 * are cut (also between the messages of a backlog) and servers are stopped, killed and frozen. In
 * the end each list must equal a fresh read.
 */
export async function runLiveOracle(options: OracleOptions): Promise<OracleResult> {
  const random = createRandom(options.seed);
  const servers = [
    await createServerControl(options.databaseUrl),
    await createServerControl(options.databaseUrl),
  ] as const;
  const clientsByServer = new Map(
    servers.map((server) => [
      server,
      Array.from({ length: CLIENTS_PER_SERVER }, () => openOracleClient(server.port)),
    ]),
  );
  const clients = [...clientsByServer.values()].flat();
  const count = { mutations: 0, cuts: 0, cutsBehindParts: 0, restarts: 0 };
  try {
    const lists = clients.flatMap(({ documents }) =>
      Array.from({ length: LISTS_PER_CLIENT }, () => followAny(documents, random)),
    );
    for (const fault of options.faults) {
      const [victim, other] = random(2) === 0 ? servers : ([servers[1], servers[0]] as const);
      const writer = clientsByServer.get(other)?.[0]?.documents;
      if (writer === undefined) throw new Error('no client');
      const write = async (): Promise<void> => {
        for (let step = 0; step < options.writesPerFault / 3; step += 1) {
          await mutate(writer, random);
          count.mutations += 1;
          if (random(20) > 0) continue;
          clients[random(clients.length)]?.cut();
          count.cuts += 1;
        }
      };
      await write();
      if (fault === 'freeze')
        await cutBacklog({
          victim,
          clients: clientsByServer.get(victim) ?? [],
          writer,
          random,
          count,
        });
      else {
        await victim.end(fault);
        await write();
        await victim.start();
        count.restarts += 1;
      }
      await write();
    }
    clients.forEach((client) => client.restore());
    const startedAtMs = performance.now();
    const differing = await untilAgreed(lists, startedAtMs + GIVE_UP_MS);
    return {
      ...count,
      lists: lists.length,
      agreedAfterMs: differing.length > 0 ? Infinity : performance.now() - startedAtMs,
      faults: [...differing, ...lists.flatMap(({ faults }) => faults)],
    };
  } finally {
    clients.forEach((client) => client.close());
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
  }
}

type Backlog = {
  readonly victim: ServerControl;
  readonly clients: readonly OracleClient[];
  readonly writer: CaseDocuments;
  readonly random: (below: number) => number;
  readonly count: { mutations: number; cutsBehindParts: number };
};

/**
 * The frozen server falls behind by more than one batch. When it resumes, connections are cut right
 * after the first batch that it sends, and the documents of that batch are deleted before the
 * clients reconnect.
 */
async function cutBacklog({ victim, clients, writer, random, count }: Backlog): Promise<void> {
  const ids = Array.from({ length: BACKLOG }, (_, number) => `bulk-${number}`);
  victim.freeze();
  for (let first = 0; first < ids.length; first += BATCH)
    await untilAccepted(() => {
      const batch = writer.batch();
      for (const id of ids.slice(first, first + BATCH))
        batch.set(writer.doc(`C/${id}`), { a: random(1_000) - 500, b: 'bulk', c: [random(3)] });
      return batch.commit();
    });
  const cut = clients.slice(1).map((client) =>
    client.cutBehindPart().then(() => {
      count.cutsBehindParts += 1;
    }),
  );
  victim.thaw();
  await Promise.race(cut);
  for (let first = 0; first < ids.length; first += BATCH)
    await untilAccepted(() => {
      const batch = writer.batch();
      for (const id of ids.slice(first, first + BATCH)) batch.delete(writer.doc(`C/${id}`));
      return batch.commit();
    });
  count.mutations += 2 * BACKLOG;
  clients.forEach((client) => client.restore());
}

function mutate(documents: CaseDocuments, random: (below: number) => number): Promise<unknown> {
  const reference = documents.doc(`C/${random(IDS)}`);
  const kind = random(6);
  if (kind === 0) return untilAccepted(() => reference.delete());
  const a = random(8);
  // Moves in the lists that are ordered by this field.
  if (kind === 1) return untilAccepted(() => reference.set({ a }, { merge: true }));
  const fields = { a, b: ['x', 'y', null, 1.5][random(4)], c: [random(3), random(3)] };
  return untilAccepted(() => reference.set(fields));
}

/** A busy server rejects the request and gives a retry delay. */
async function untilAccepted<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const seconds = error instanceof ProblemError ? error.problem.retryAfterSeconds : undefined;
      if (seconds === undefined) throw error;
      await wait(seconds * 1_000);
    }
  }
}

function followAny(documents: CaseDocuments, random: (below: number) => number): FollowedList {
  const all = documents.collection('C');
  const limit = [3, 10, 50][random(3)] ?? 10;
  const questions: CollectionQuery<Collection>[] = [
    all.orderBy('a').limit(limit),
    all.orderBy('a', 'desc').limit(limit),
    all.orderBy('b', 'desc').orderBy('a').limit(limit),
    all.where('a', '<=', 5).limit(limit),
    all.where('b', '==', 'x'),
    all.where('b', '!=', 'x').orderBy('b').limit(limit),
    all.where('c', 'array-contains', 2).limit(limit),
    all.where('a', 'in', [1, 2, 3]),
    all.orderBy('updatedAt', 'desc').limit(limit),
    all.orderBy('b'),
  ];
  const question = questions[random(questions.length)] ?? all;
  return followList(question, question.spec.limit === null ? question.limit(1_000) : question);
}

/** Queries whose lists still differ at the deadline. */
async function untilAgreed(lists: readonly FollowedList[], deadlineMs: number): Promise<string[]> {
  const fresh: Awaited<ReturnType<FollowedList['read']>>[] = [];
  for (const { read } of lists) fresh.push(await untilAccepted(read));
  for (;;) {
    const differing = lists.flatMap(({ list }, index) =>
      isDeepStrictEqual(list(), fresh[index])
        ? []
        : [`list ${index} has ${list().length} documents, a fresh read ${fresh[index]?.length}`],
    );
    if (differing.length === 0 || performance.now() > deadlineMs) return differing;
    await wait(20);
  }
}

/** Mulberry32: the same numbers for the same seed on every machine. */
function createRandom(seed: number): (below: number) => number {
  let at = Math.imul(seed, 7_919);
  return (below) => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
