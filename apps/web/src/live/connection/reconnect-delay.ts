const MIN_DELAY_MS = 200;
/** Wide enough that of 1,000 sockets closed together no second sees more than a fifth return. */
const FIRST_WINDOW_MS = 7000;
/**
 * After a long outage a page is back within seconds, and a thousand sockets still spread over a
 * dozen of them.
 */
const MAX_WINDOW_MS = 12_000;

/**
 * Delay before an attempt: uniform over a window that doubles with every failed attempt.
 *
 * @param attempt 1 for the first attempt after a connection
 * @param random uniform in [0, 1)
 * @returns milliseconds, 200 to 12,200
 */
export const reconnectDelayMs = (attempt: number, random: number): number =>
  MIN_DELAY_MS + random * Math.min(FIRST_WINDOW_MS * 2 ** (attempt - 1), MAX_WINDOW_MS);

/**
 * Delay after the server closed the sockets of one member only, for example because their rights
 * changed: at most 1.2 s, because the server is healthy. If that attempt fails, as
 * `reconnectDelayMs`.
 */
export const soonDelayMs = (attempt: number, random: number): number =>
  attempt === 1 ? MIN_DELAY_MS + random * 1000 : reconnectDelayMs(attempt, random);
