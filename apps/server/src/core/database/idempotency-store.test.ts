import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import {
  RESPONSE_RETENTION_MS,
  findResponse,
  saveResponse,
  type Command,
} from './idempotency-store.ts';

let temporary: TemporaryDatabase;
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
});
afterAll(() => temporary.drop());

const AT = new Date('2026-11-21T03:00:00Z');
const aCommand = (memberId: string): Command => ({
  memberId,
  key: randomUUID(),
  content: 'POST /api/x {}',
});
const remember = (command: Command, at = AT): Promise<void> =>
  saveResponse(temporary.database, command, 1, at);
const findEarlier = (command: Command) =>
  temporary.database.transaction((queries) => findResponse(queries, command));

describe('rememberAnswer', () => {
  it('separates members who use the same key', async () => {
    const command = aCommand('member');
    await remember(command);
    expect(await findEarlier(command)).toEqual({ answer: 1 });
    expect(await findEarlier({ ...command, memberId: 'another member' })).toBeNull();
  });

  it('deletes expired responses of any member when it stores a new one', async () => {
    const old = aCommand('carer');
    await remember(old);
    await remember(aCommand('another member'), new Date(AT.getTime() + RESPONSE_RETENTION_MS + 1));
    expect(await findEarlier(old)).toBeNull();
  });
});
