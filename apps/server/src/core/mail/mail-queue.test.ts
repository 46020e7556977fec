import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from '../secrets/secret-box.ts';
import { startMailServer, type MailServer } from '../../testing/mail-server.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { MAIL_FROM, openTestMail } from '../../testing/test-mail.ts';
import type { Mail } from './mail.ts';
import type { MailQueueOptions } from './mail-queue.ts';
import { createMailStore } from './mail-store.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const TO = 'hanako@example.jp';
const LINK = 'https://ward.example/handleauth?mode=resetPassword#abc=def';
const message = (kind = 'reset', to = TO) => ({
  kind,
  to,
  subject: 'パスワードの再設定のご案内（お急ぎください。とても長い件名です）',
  text: `開いてください。\n\n${LINK}\n`,
});

let server: MailServer;
let temporary: TemporaryDatabase;
let lines: string[] = [];
const opened: Mail[] = [];
beforeAll(async () => {
  [server, temporary] = [await startMailServer(), await openTemporaryDatabase()];
});
afterAll(async () => {
  await server.close();
  await temporary.drop();
});
beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  server.refuse(0, 0);
  for (const mail of opened.splice(0)) await mail.close();
  await temporary.database.query({ text: 'delete from waiting_mail' });
});

function openMail({
  url = server.url,
  ...more
}: Partial<MailQueueOptions> & { url?: string } = {}): Mail {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString('utf8'));
        done();
      },
    }),
  );
  const mail = openTestMail(temporary.database, url, log, { retryDelaysMs: [20, 20], ...more });
  opened.push(mail);
  return mail;
}
const waiting = (): Promise<{ kind: string; attempts: number }[]> =>
  temporary.database.query({ text: 'select kind, attempts from waiting_mail order by created_at' });
const dropped = (): number => lines.filter((line) => line.includes('mail dropped')).length;

describe('createMailQueue', () => {
  it('delivers Japanese text and links intact, and deletes the message', async () => {
    await openMail().send(message());
    const mail = await server.next(TO);
    expect(mail).toMatchObject({
      to: TO,
      from: 'no-reply@ward.example',
      subject: message().subject,
    });
    expect(mail.text.trimEnd()).toBe(message().text.trimEnd());
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    await expect.poll(waiting).toEqual([]);
  });

  it('retries while the mail server is busy, and delivers once', async () => {
    const seen = server.countTo(TO);
    server.refuse(451, 2);
    await openMail().send(message());
    await server.next(TO, seen);
    await expect.poll(waiting).toEqual([]);
    expect(server.countTo(TO)).toBe(seen + 1);
    expect(lines.filter((line) => line.includes('will retry'))).toHaveLength(2);
  });

  it('drops a message after the last attempt', async () => {
    const before = server.tries();
    server.refuse(451, 100);
    await openMail().send(message());
    await expect.poll(dropped).toBe(1);
    expect([server.tries() - before, await waiting()]).toEqual([3, []]);
  });

  it('drops a message immediately on a permanent error', async () => {
    const before = server.tries();
    server.refuse(550, 1);
    await openMail().send(message());
    await expect.poll(dropped).toBe(1);
    expect([server.tries() - before, await waiting()]).toEqual([1, []]);
  });

  it('drops a message when no mail server can be reached', async () => {
    await openMail({ url: 'smtp://127.0.0.1:1' }).send(message());
    await expect.poll(dropped).toBe(1);
  });

  it('does not deliver an expired message', async () => {
    const before = server.tries();
    server.refuse(451, 1);
    const late = openMail({ retryDelaysMs: [1_600, 1_600] });
    await late.send({ ...message('late'), ttlMs: 1_500 });
    await expect.poll(dropped).toBe(1);
    expect([server.tries() - before, await waiting()]).toEqual([1, []]);
    expect(lines.join('')).toContain('expired');
  });

  it('logs no address, subject or link, even if the mail server repeats them', async () => {
    server.refuse(451, 1);
    const seen = server.countTo(TO);
    const mail = openMail();
    await mail.send(message());
    await server.next(TO, seen);
    server.refuse(550, 1);
    await mail.send(message());
    await expect.poll(dropped).toBe(1);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines)
      expect(line).not.toMatch(/hanako|example\.jp|resetPassword|busy|再設定/);
  });

  it('does not let an address or a subject add recipients or headers', async () => {
    const seen = server.received.length;
    await openMail().send({
      ...message(),
      to: 'one@example.jp, two@example.jp',
      subject: 'Hello\r\nBcc: two@example.jp',
    });
    await expect.poll(() => server.received.length + dropped()).toBeGreaterThan(seen);
    for (const mail of server.received.slice(seen)) {
      expect(mail.to).not.toBe('two@example.jp');
      expect(mail.to.split(',').filter((address) => address.trim() === 'two@example.jp')).toEqual(
        [],
      );
      expect(mail.raw).not.toMatch(/^bcc:/im);
    }
  });

  it('retries on another connection when a reply arrives byte by byte without an end', async () => {
    const sockets = new Set<Socket>();
    const endless = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      if (sockets.size > 1) {
        const onward = connect(Number(new URL(server.url).port), '127.0.0.1');
        onward.on('error', () => undefined);
        socket.on('close', () => onward.destroy());
        socket.pipe(onward).pipe(socket);
        return;
      }
      socket.write('220 ward.example\r\n');
      const timer = setInterval(() => socket.write('2'), 10);
      socket.on('close', () => clearInterval(timer));
    });
    endless.listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const bound = endless.address();
    const url = `smtp://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
    const seen = server.countTo(TO);
    const mail = openMail({
      transport: createSmtpTransport({ url, from: MAIL_FROM, messageLimitMs: 500 }),
      retryDelaysMs: [20, 20, 20, 20, 20, 20],
    });
    await mail.send(message());
    await server.next(TO, seen);
    await expect.poll(waiting).toEqual([]);
    expect(server.countTo(TO) - seen).toBe(1);
    await mail.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      endless.close(resolve);
    });
  });

  it('closes without waiting for the mail server; another server then delivers the message', async () => {
    const held = new Set<Socket>();
    const silent = createServer((socket) => {
      held.add(socket);
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const bound = silent.address();
    const mail = openMail({
      url: `smtp://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    });
    await mail.send(message());
    await expect.poll(() => held.size).toBeGreaterThan(0);
    // A mail server may take minutes to reply; shutdown does not wait for it.
    await mail.close();
    for (const socket of held) socket.destroy();
    await new Promise((resolve) => {
      silent.close(resolve);
    });
    const seen = server.countTo('late@example.jp');
    await mail.send(message('late', 'late@example.jp'));
    expect((await waiting()).map(({ kind }) => kind)).toContain('late');
    openMail();
    await server.next('late@example.jp', seen);
  });
});

describe('waiting mail', () => {
  it('exists only if its transaction commits', async () => {
    const mail = openMail();
    const write = (kind: string, fails: boolean) =>
      temporary.database.transaction(async (queries) => {
        await mail.send(message(kind, `${kind}@example.jp`), queries);
        if (fails) throw new Error('the cause fell through');
      });
    await expect(write('undone', true)).rejects.toThrow('fell through');
    await write('done', false);
    await server.next('done@example.jp');
    await expect.poll(waiting).toEqual([]);
    expect(server.countTo('undone@example.jp')).toBe(0);
  });

  it('reveals neither recipient nor text nor link in the database', async () => {
    const mail = openMail();
    await mail.close();
    await mail.send(message());
    const rows = await temporary.database.query<{ sealed: Buffer }>({
      text: 'select * from waiting_mail',
    });
    expect(rows).toHaveLength(1);
    for (const secret of [TO, 'ward.example', 'abc=def', '再設定']) {
      for (const plain of [
        secret,
        Buffer.from(secret).toString('base64').slice(0, -4),
        Buffer.from(secret).toString('hex'),
      ]) {
        expect(JSON.stringify(rows)).not.toContain(plain);
        expect(rows[0]?.sealed.includes(plain)).toBe(false);
      }
    }
  });

  it('cannot be decrypted with another secret or in another row; the queue drops it', async () => {
    const closed = openMail();
    await closed.close();
    await closed.send(message('foreign'));
    const tries = server.tries();
    const foreign = openMail({
      box: createSecretBox('another secret than the one before', 'mail'),
    });
    await expect.poll(dropped).toBe(1);
    await foreign.close();
    await closed.send(message('swapped'));
    await temporary.database.query({ text: "update waiting_mail set id = 'another row'" });
    openMail();
    await expect.poll(dropped).toBe(2);
    expect([server.tries(), await waiting()]).toEqual([tries, []]);
  });

  it('forty messages are delivered once each by two concurrent servers', async () => {
    const closed = openMail();
    await closed.close();
    const receivers = Array.from({ length: 40 }, (_, index) => `both-${index}@example.jp`);
    for (const to of receivers) await closed.send(message('both', to));
    openMail({ pollIntervalMs: 5 });
    openMail({ pollIntervalMs: 5 });
    await expect.poll(waiting).toEqual([]);
    expect(receivers.map((to) => server.countTo(to))).toEqual(receivers.map(() => 1));
    const ids = server.received.slice(-40).map(({ raw }) => /^message-id: (.*)$/im.exec(raw)?.[1]);
    expect(new Set(ids).size).toBe(40);
  });

  it('another server delivers the mail of a dead server after the lease expires', async () => {
    const store = createMailStore(
      temporary.database,
      createSecretBox('a secret of an installation in a test', 'mail'),
    );
    await store.add(message('orphan', 'orphan@example.jp'), 10);
    const leaseMs = 3_600_000;
    expect(await store.claim(leaseMs)).toMatchObject({ kind: 'orphan', attempt: 1 });
    expect(await store.claim(leaseMs)).toBeNull();
    await temporary.database.query({
      text: `update waiting_mail set next_try_at = next_try_at - $1::float8 * interval '1 millisecond' where kind = 'orphan'`,
      values: [leaseMs],
    });
    openMail({ pollIntervalMs: 10 });
    await server.next('orphan@example.jp');
    await expect.poll(waiting).toEqual([]);
    expect(server.countTo('orphan@example.jp')).toBe(1);
  });

  it('a server cannot reschedule a mail that another server has claimed', async () => {
    const store = createMailStore(
      temporary.database,
      createSecretBox('a secret of an installation in a test', 'mail'),
    );
    await store.add(message('overtaken'), 10);
    const slow = await store.claim(0);
    const fast = await store.claim(60_000);
    if (slow === null || fast === null) throw new Error('nothing was taken');
    await store.reschedule(slow, 0);
    expect(await store.claim(0)).toBeNull();
  });

  it('the store accepts no mail when too many wait', async () => {
    const store = createMailStore(
      temporary.database,
      createSecretBox('a secret of an installation in a test', 'mail'),
    );
    expect([
      await store.add(message(), 2),
      await store.add(message(), 2),
      await store.add(message(), 2),
    ]).toEqual([true, true, false]);
    expect(await waiting()).toHaveLength(2);
  });
});
