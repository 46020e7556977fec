/**
 * What work ends with that was stopped: the reason that its signal was given, or an error in these
 * words where it was given none.
 */
export const stopReason = (signal: AbortSignal, words: string): Error =>
  signal.reason instanceof Error && signal.reason.name !== 'AbortError'
    ? signal.reason
    : new Error(words);
