import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { startMailServer, type MailServer } from '../../testing/mail-server.ts';
import { startServerProcess, type ServerProcess } from '../../testing/server-process.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';

const TO = 'newcomer@example.jp';

let temporary: TemporaryDatabase;
const running: ServerProcess[] = [];
const closing: MailServer[] = [];
beforeAll(async () => {
  temporary = await openTemporaryDatabase();
});
afterAll(async () => {
  for (const server of running) server.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  for (const server of closing) await server.close();
  await temporary.drop();
});

async function start(smtpPort: number): Promise<{ server: ServerProcess; address: string }> {
  const server = startServerProcess({
    DATABASE_URL: temporary.url,
    YAMORI_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    YAMORI_MAIL_FROM: 'Yamori <no-reply@ward.example>',
    YAMORI_URL: 'https://ward.example',
    YAMORI_SIGN_UP: 'on',
  });
  running.push(server);
  return { server, address: await server.ready };
}
const waiting = (): Promise<{ attempts: number }[]> =>
  temporary.database.query({ text: 'select attempts from waiting_mail' });

describe('mail of a killed server', () => {
  it('the next servers deliver it once, and its link works', async () => {
    const smtpPort = await freePort();
    const first = await start(smtpPort);
    const reply = await fetch(`${first.address}api/registration/address-proof`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://ward.example' },
      body: JSON.stringify({ email: TO, language: 'ja', purpose: { kind: 'signUp' } }),
    });
    expect(reply.status).toBe(204);
    await expect.poll(waiting).toHaveLength(1);
    first.server.kill('SIGKILL');
    expect((await first.server.exited).signal).toBe('SIGKILL');
    expect(await waiting()).toHaveLength(1);

    const mail = await startMailServer(smtpPort);
    closing.push(mail);
    const [second] = await Promise.all([start(smtpPort), start(smtpPort)]);
    // The kill may have interrupted a delivery: its lease expires after five minutes.
    await expect.poll(() => mail.countTo(TO), { timeout: 400_000 }).toBe(1);
    await expect.poll(waiting).toEqual([]);
    const { text } = await mail.next(TO);
    const token = /signup#(\S+)/.exec(text)?.[1];
    const opened = await fetch(`${second.address}api/registration/mailed-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://ward.example' },
      body: JSON.stringify({ token, kind: 'addressProof' }),
    });
    expect(await opened.json()).toMatchObject({ email: TO });
    expect(mail.countTo(TO)).toBe(1);
  }, 600_000);
});
