import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import type { Mail } from './mail.ts';
import { createMailQueue } from './mail-queue.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const TO = 'hanako@example.jp';
const message = (kind = 'reset') => ({ kind, to: TO, subject: 'パスワードの再設定のご案内（お急ぎください。とても長い件名です）', text: '開いてください。\n\nhttps://ward.example/handleauth?mode=resetPassword#abc=def\n' });

let server: MailServer;
let lines: string[] = [];
const opened: Mail[] = [];
beforeAll(async () => { server = await startMailServer(); });
afterAll(() => server.close());
beforeEach(() => { lines = []; });
afterEach(async () => { for (const mail of opened.splice(0)) await mail.close(); });

function openMail(url = server.url, retryDelaysMs: readonly number[] = [20, 20]): Mail {
  const log = pino({ level: 'trace' }, new Writable({ write(chunk: Buffer, _encoding, done) { lines.push(chunk.toString('utf8')); done(); } }));
  const mail = createMailQueue({ transport: createSmtpTransport({ url, from: 'Yamori <no-reply@ward.example>' }), log, retryDelaysMs });
  opened.push(mail);
  return mail;
}

describe('mail', () => {
  it('arrives with its Japanese words and its link whole', async () => {
    openMail().send(message());
    const mail = await server.next(TO);
    expect(mail).toMatchObject({ to: TO, from: 'no-reply@ward.example', subject: message().subject });
    expect(mail.text.trimEnd()).toBe(message().text.trimEnd());
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/im);
  });

  it('is tried again while the server is busy, and arrives once', async () => {
    const seen = server.countTo(TO);
    server.refuse(451, 2);
    openMail().send(message());
    await server.next(TO, seen);
    expect(server.countTo(TO)).toBe(seen + 1);
    expect(lines.filter((line) => line.includes('tried again'))).toHaveLength(2);
  });

  it('is given up after the last try', async () => {
    const before = server.tries();
    server.refuse(451, 100);
    openMail().send(message());
    await vi.waitFor(() => expect(lines.some((line) => line.includes('given up'))).toBe(true));
    expect(server.tries() - before).toBe(3);
    server.refuse(0, 0);
  });

  it('is given up at once when the server says that it is of no use', async () => {
    const before = server.tries();
    server.refuse(550, 1);
    openMail().send(message());
    await vi.waitFor(() => expect(lines.some((line) => line.includes('given up'))).toBe(true));
    expect(server.tries() - before).toBe(1);
  });

  it('is given up without a server', async () => {
    openMail('smtp://127.0.0.1:1').send(message());
    await vi.waitFor(() => expect(lines.filter((line) => line.includes('given up'))).toHaveLength(1), { timeout: 5_000 });
  });

  it('leaves no address, no subject and no link in the log, whatever the server answers', async () => {
    server.refuse(451, 1);
    const seen = server.countTo(TO);
    const mail = openMail();
    mail.send(message());
    await server.next(TO, seen);
    server.refuse(550, 1);
    mail.send(message());
    await vi.waitFor(() => expect(lines.some((line) => line.includes('given up'))).toBe(true));
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).not.toMatch(/hanako|example\.jp|resetPassword|busy|再設定/);
  });

  it('cannot be given a second receiver or a header by what stands in an address or a subject', async () => {
    const seen = server.received.length;
    openMail().send({ ...message(), to: 'one@example.jp, two@example.jp', subject: 'Hello\r\nBcc: two@example.jp' });
    await vi.waitFor(() => expect(server.received.length + lines.filter((line) => line.includes('given up')).length).toBeGreaterThan(seen));
    for (const mail of server.received.slice(seen)) {
      expect(mail.to).not.toBe('two@example.jp');
      expect(mail.to.split(',').filter((address) => address.trim() === 'two@example.jp')).toEqual([]);
      expect(mail.raw).not.toMatch(/^bcc:/im);
    }
  });

  it('keeps nobody waiting at the end of the server', async () => {
    const held = new Set<Socket>();
    const silent = createServer((socket) => { held.add(socket); });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const bound = silent.address();
    const mail = openMail(`smtp://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`);
    mail.send(message());
    const startedAt = performance.now();
    await mail.close();
    expect(performance.now() - startedAt).toBeLessThan(4_500);
    mail.send(message('late'));
    expect(lines.some((line) => line.includes('"mail":"late"') && line.includes('dropped'))).toBe(true);
    for (const socket of held) socket.destroy();
    await new Promise((resolve) => { silent.close(resolve); });
  });
});
