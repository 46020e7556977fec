/** `limit` of `accident.apnea.limit`. */
export const nameOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);
