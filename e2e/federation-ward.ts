import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import {
  openDatabase,
  type OpenedDatabase,
} from '../apps/server/src/core/database/open-database.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { end, startProgram, startWard, type Ward } from './ward.ts';
import { removeFolder } from '../apps/server/src/testing/remove-folder.ts';

/**
 * The organisation's identity provider as its administrator configures it, and the address for
 * provider-initiated sign-in.
 */
export type SamlStandIn = {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificate: string;
  readonly startUrl: string;
};
export type FederationWard = Pick<Ward, 'address' | 'stop'> & {
  readonly saml: SamlStandIn;
  readonly database: OpenedDatabase;
  /** Makes all proofs of identity old, as if time had passed. */
  readonly forgetProofs: () => Promise<void>;
};

const STAND_INS = 'apps/server/src/modules/identity/federation/testing/run-stand-ins.ts';

/**
 * A demo server without devices whose sign-in providers are stand-ins for LINE, Google and the
 * organisation's own one. `more`: additional environment.
 */
export async function startFederationWard(
  more: (address: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<FederationWard> {
  const [port, dataFolder] = [
    await freePort(),
    await mkdtemp(join(tmpdir(), 'yamori-federation-')),
  ];
  // As root, PostgreSQL runs under its own account, which must be able to reach its folder.
  await chmod(dataFolder, 0o711);
  const database = await openDatabase({ dataFolder, connections: 2 }, pino({ level: 'silent' }));
  const standIns = startProgram(STAND_INS, ['--server', `http://127.0.0.1:${port}`], {});
  const endRest = async (): Promise<void> => {
    await end(standIns);
    await database.close();
    await removeFolder(dataFolder);
  };
  try {
    const { environment, saml } = await waitForReady(standIns);
    const ward = await startWard({
      devices: false,
      environment: {
        ...environment,
        PORT: String(port),
        DATABASE_URL: database.url,
        ...more(`http://127.0.0.1:${port}`),
      },
    });
    return {
      address: ward.address,
      saml,
      database,
      forgetProofs: async () => {
        await database.query({
          text: `update auth_session set confirmed_at = now() - interval '11 minutes'`,
        });
      },
      stop: async () => {
        await ward.stop();
        await endRest();
      },
    };
  } catch (error) {
    await endRest();
    throw error;
  }
}

type Ready = { readonly environment: Readonly<Record<string, string>>; readonly saml: SamlStandIn };

const waitForReady = (program: ChildProcess): Promise<Ready> =>
  new Promise((resolve, reject) => {
    // The program's own message; its shape is covered by its own test.
    program.once('message', (message) => resolve(message as Ready));
    program.once('exit', (code) =>
      reject(new Error(`the stand-ins ended with ${code}; their output is above`)),
    );
  });
