import { pino, type DestinationStream, type Logger } from 'pino';

/** Details of PostgreSQL errors quote row values, which may be personal data. */
const NEVER_LOGGED = ['err', 'error'].flatMap((name) => [`${name}.detail`, `${name}.where`]);

export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, redact: { paths: NEVER_LOGGED, remove: true } },
    destination ?? pino.destination(1),
  );
