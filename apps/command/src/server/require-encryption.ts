import { CommandProblem } from '../command.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Passwords and tokens must be encrypted unless the server is on this machine. */
export function requireEncryption(url: string): void {
  if (!URL.canParse(url)) return;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new CommandProblem(
      'server-unencrypted',
      'the password would be sent unencrypted; use an https address',
      '--server',
    );
}
