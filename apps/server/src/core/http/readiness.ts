import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ProblemError } from '@yamori/domain';

/** Condition for serving requests: resolves if it holds, rejects with the reason otherwise. */
export type ReadinessCheck = { readonly name: string; readonly check: () => Promise<void> };

/** A problem with which the server stays ready. `reason` is a code. */
export type ServerWarning = { readonly name: string; readonly reason: string };

const CHECK_TIMEOUT_MS = 3_000;

/**
 * `reason` is a code: the endpoint is public, and the text of an unknown error may name hosts,
 * tables or people.
 */
type CheckResult = { readonly name: string; readonly ok: boolean; readonly reason?: string };

type ReadinessOptions = {
  readonly checks: readonly ReadinessCheck[];
  readonly warnings?: () => readonly ServerWarning[];
  /** All servers of the installation, as last seen by this one. */
  readonly servers?: () => readonly object[];
};

/**
 * `/healthz` answers while the process runs. `/readyz` answers with the result of each check, with
 * 503 if one fails.
 */
export function registerReadiness(server: FastifyInstance, options: ReadinessOptions): void {
  const { checks, warnings = () => [], servers = () => [] } = options;
  server.get('/healthz', { config: { anyHost: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  server.get('/readyz', { config: { anyHost: true } }, async (_request, reply) => {
    const results = await runChecks(checks, server.log);
    const ok = results.every((result) => result.ok);
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok, checks: results, servers: servers(), warnings: warnings() });
  });
}

export const runChecks = (
  checks: readonly ReadinessCheck[],
  log: FastifyBaseLogger,
): Promise<CheckResult[]> => Promise.all(checks.map((check) => runCheck(check, log)));

async function runCheck(
  { name, check }: ReadinessCheck,
  log: FastifyBaseLogger,
): Promise<CheckResult> {
  const timer: { stop?: NodeJS.Timeout } = {};
  const late = new Promise<never>((_resolve, reject) => {
    timer.stop = setTimeout(() => reject(new ProblemError('check-late')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return { name, ok: true };
  } catch (error) {
    if (error instanceof ProblemError) return { name, ok: false, reason: error.problem.code };
    log.warn({ err: error, check: name }, 'a readiness check failed unexpectedly');
    return { name, ok: false, reason: 'check-failed' };
  } finally {
    clearTimeout(timer.stop);
  }
}
