export const OUTPUTS: readonly string[];
