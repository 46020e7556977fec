/** Logs errors that no user action caused. In English, and never with a value of a document. */
export type ClientLog = {
  readonly info: (message: string, details?: LogDetails) => void;
  readonly warn: (message: string, details?: LogDetails) => void;
  readonly error: (message: string, details?: LogDetails) => void;
};
export type LogDetails = Readonly<Record<string, string | number>>;

type Console = Pick<typeof globalThis.console, 'info' | 'warn' | 'error'>;

/** The logger of the specification: it prints to the given console and sends nothing. */
export const consoleLog = (console: Console): ClientLog => ({
  info: (message, details) => console.info(message, ...(details ? [details] : [])),
  warn: (message, details) => console.warn(message, ...(details ? [details] : [])),
  error: (message, details) => console.error(message, ...(details ? [details] : [])),
});
