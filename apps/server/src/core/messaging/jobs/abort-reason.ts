/** The signal's abort reason, or an error with this message if it has none. */
export const getAbortReason = (signal: AbortSignal, message: string): Error =>
  signal.reason instanceof Error && signal.reason.name !== 'AbortError'
    ? signal.reason
    : new Error(message);
