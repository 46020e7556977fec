import type { FastifyInstance } from 'fastify';
import { ProblemError } from '@yamori/domain';
import { errorCode } from '../database/database-problem.ts';

/**
 * Listens and returns the URL for a browser on this machine. `option` is the setting of the port,
 * for error messages.
 */
export async function listen(
  server: FastifyInstance,
  host: string,
  port: number,
  option: string,
): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw listenProblem(error, host, port, option) ?? error;
  }
  const address = server.server.address();
  const shownPort = typeof address === 'object' && address !== null ? address.port : port;
  const scheme = 'setSecureContext' in server.server ? 'https' : 'http';
  return `${scheme}://${localUrlHost(host)}:${shownPort}/`;
}

/** Whether only programs of the same machine reach a server listening on `host`. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Host for a URL that reaches, from the same machine, a server listening on `host`. */
export function localUrlHost(host: string): string {
  if (['0.0.0.0', '::'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Problem for a known error of `listen`; null for any other error. */
function listenProblem(error: unknown, host: string, port: number, option: string) {
  const details = { host, port };
  switch (errorCode(error) ?? '') {
    case 'EADDRINUSE':
      return new ProblemError('port-in-use', {
        place: option,
        details: {
          ...details,
          advice: `another program listens there: stop it, or set ${option} to another port`,
        },
      });
    case 'EACCES':
      return new ProblemError('port-refused', {
        place: option,
        details: {
          ...details,
          advice: `this user may not listen there: set ${option} to a port above 1023`,
        },
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ProblemError('host-invalid', {
        place: 'HOST',
        details: { ...details, advice: 'this machine has no such address' },
      });
    default:
      return null;
  }
}
