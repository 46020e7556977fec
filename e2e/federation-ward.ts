import type { ChildProcess } from 'node:child_process';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { end, startProgram, startWard, type Ward } from './ward.ts';

/** The organisation's identity provider as its administrator fills it in, and where somebody begins who comes from its own pages. */
export type SamlStandIn = { readonly entityId: string; readonly signInUrl: string; readonly certificate: string; readonly startUrl: string };
export type FederationWard = Ward & { readonly saml: SamlStandIn };

const STAND_INS = 'apps/server/src/features/identity/federation/testing/run-stand-ins.ts';

/** A demonstration ward without devices that takes people in by stand-ins for LINE, Google and an organisation's own provider. */
export async function startFederationWard(): Promise<FederationWard> {
  const port = await freePort();
  const standIns = startProgram(STAND_INS, ['--server', `http://127.0.0.1:${port}`], {});
  try {
    const { environment, saml } = await readyOf(standIns);
    const ward = await startWard({ devices: false, environment: { ...environment, PORT: String(port) } });
    return { address: ward.address, saml, stop: async () => { await ward.stop(); await end(standIns); } };
  } catch (error) {
    await end(standIns);
    throw error;
  }
}

type Ready = { readonly environment: Readonly<Record<string, string>>; readonly saml: SamlStandIn };

const readyOf = (program: ChildProcess): Promise<Ready> => new Promise((resolve, reject) => {
  // The program's own message; its shape is its own test.
  program.once('message', (message) => resolve(message as Ready));
  program.once('exit', (code) => reject(new Error(`the stand-ins ended with ${code}; what they wrote stands above`)));
});
