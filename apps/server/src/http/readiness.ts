import type { FastifyInstance } from 'fastify';

/** One thing that must work before the server takes work: resolves when it does, rejects with the reason. */
export type ReadinessCheck = { readonly name: string; readonly check: () => Promise<void> };

const CHECK_TIMEOUT_MS = 3_000;

type CheckResult = { readonly name: string; readonly ok: boolean; readonly reason?: string };

/** `/healthz`: the process answers. `/readyz`: every part that people need works; each is named in the answer. */
export function registerReadiness(server: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  server.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(checks.map(runCheck));
    const ok = results.every((result) => result.ok);
    return reply.code(ok ? 200 : 503).header('cache-control', 'no-store').send({ ok, checks: results });
  });
}

async function runCheck({ name, check }: ReadinessCheck): Promise<CheckResult> {
  const timer: { stop?: NodeJS.Timeout } = {};
  const late = new Promise<never>((_resolve, reject) => {
    timer.stop = setTimeout(() => reject(new Error('no answer within 3 s')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return { name, ok: true };
  } catch (error) {
    return { name, ok: false, reason: error instanceof Error ? error.message : 'failed' };
  } finally {
    clearTimeout(timer.stop);
  }
}
