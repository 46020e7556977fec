import type { Problem } from '@yamori/domain';

const PASSING =
  /^(network-(unreachable|timeout)|limit-(rate|registration)|sign-in-limited|http-5\d\d|http-429)$|-(unavailable|disconnected)$/;

/** Whether a problem is temporary: the network, or a server that is not ready. */
export const isPassing = ({ code }: Pick<Problem, 'code'>): boolean => PASSING.test(code);
