import { pino, type DestinationStream, type Logger } from 'pino';

/** PostgreSQL names the values of a row in the details of an error: they may be somebody's. */
const NEVER_LOGGED = ['err', 'error'].flatMap((name) => [`${name}.detail`, `${name}.where`]);

export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, redact: { paths: NEVER_LOGGED, remove: true } },
    destination ?? pino.destination(1),
  );
