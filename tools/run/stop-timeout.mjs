/** Limit of a program's orderly end, in ms: a server drains before its other ten seconds. */
export const stopTimeoutMs = () => 10_000 + Number(process.env.YAMORI_DRAIN_SECONDS || 0) * 1000;
