import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../apps/server/src/core/database/open-database.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { startMailServer, type MailServer } from '../apps/server/src/testing/mail-server.ts';
import { startServerProcess } from '../apps/server/src/testing/server-process.ts';
import { end, startProgram } from './ward.ts';
import { removeFolder } from '../apps/server/src/testing/remove-folder.ts';

/** A server without any registration, with a mail server and stand-ins for LINE and Google. */
export type JoiningServer = {
  readonly address: string;
  /** The link that the server printed, with which the first organisation registers. */
  readonly firstStartLink: string;
  readonly mail: MailServer;
  /** The link in the newest mail to an address; waits for one after `seen` earlier mails. */
  readonly linkTo: (email: string, seen?: number) => Promise<string>;
  /** Expires invitations or links, as if time had passed. */
  readonly expire: (table: 'invitation' | 'mailed_link' | 'one_time_link') => Promise<void>;
  readonly stop: () => Promise<void>;
};

const STAND_INS = 'apps/server/src/modules/identity/federation/testing/run-stand-ins.ts';

export async function startJoiningServer(): Promise<JoiningServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'yamori-joining-'));
  // As root, PostgreSQL runs under its own account, which must be able to reach its folder.
  await chmod(dataFolder, 0o711);
  const [port, mail] = [await freePort(), await startMailServer()];
  const address = `http://127.0.0.1:${port}`;
  const database = await openDatabase({ dataFolder, connections: 4 }, pino({ level: 'silent' }));
  const standIns = startProgram(STAND_INS, ['--server', address], {});
  const server = startServerProcess({
    ...(await readEnvironment(standIns)),
    DATABASE_URL: database.url,
    PORT: String(port),
    YAMORI_DATA: dataFolder,
    YAMORI_URL: address,
    YAMORI_SMTP_URL: mail.url,
    YAMORI_MAIL_FROM: 'Yamori <no-reply@ward.example>',
    YAMORI_SIGN_UP: 'on',
    YAMORI_ANONYMOUS: 'on',
  });
  await server.ready;
  return {
    address,
    firstStartLink: await server.firstStartLink,
    mail,
    linkTo: async (email, seen) =>
      /https?:\/\/\S+/.exec((await mail.next(email, seen)).text)?.[0] ?? '',
    // The table names come from the type above.
    expire: async (table) => {
      await database.query({
        text: `update ${table} set expires_at = now() - interval '1 second'`,
      });
    },
    async stop() {
      server.kill('SIGTERM');
      await server.exited;
      await end(standIns);
      await mail.close();
      await database.close();
      await removeFolder(dataFolder);
    },
  };
}

const readEnvironment = (program: ChildProcess): Promise<Readonly<Record<string, string>>> =>
  new Promise((resolve, reject) => {
    // The program's own message; its shape is covered by its own test.
    program.once('message', (message) =>
      resolve((message as { readonly environment: Readonly<Record<string, string>> }).environment),
    );
    program.once('exit', (code) =>
      reject(new Error(`the stand-ins ended with ${code}; their output is above`)),
    );
  });
