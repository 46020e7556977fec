import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const PROGRAM = fileURLToPath(new URL('run-stand-ins.ts', import.meta.url));
const ready = z.object({
  kind: z.literal('ready'),
  environment: z.record(z.string(), z.string()),
  saml: z.object({
    entityId: z.string(),
    signInUrl: z.string(),
    certificate: z.string(),
    startUrl: z.string(),
  }),
});

/** `environment`: for a server with LINE and Google; `saml`: what an administrator enters. */
export type StandInProcess = Omit<z.infer<typeof ready>, 'kind'> & {
  readonly close: () => Promise<void>;
};

/** Runs the providers of run-stand-ins.ts in a separate process. */
export async function startStandIns(server: string, email: string): Promise<StandInProcess> {
  const child = spawn(process.execPath, [PROGRAM, '--server', server, '--email', email], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the stand-in providers exited during startup; see their output');
    }),
  ]);
  const { environment, saml } = ready.parse(message);
  return {
    environment,
    saml,
    close: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
