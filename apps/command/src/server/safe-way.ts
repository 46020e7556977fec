import { CommandProblem } from '../command.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * A password or a token goes to this machine, or encrypted.
 * @throws CommandProblem `server-unencrypted`
 */
export function requireSafeWay(url: string): void {
  if (!URL.canParse(url)) return;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new CommandProblem(
      'server-unencrypted',
      'a password would go over the network for all to read: say an https address',
      '--server',
    );
}
