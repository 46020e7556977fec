/**
 * Adds seconds to a local ISO time without a zone, to the microsecond. The fraction has no, three
 * or six digits. Returns the time unchanged if it cannot be shifted.
 */
export function laterBy(localTime: string, seconds: number): string {
  const whole = Date.parse(`${localTime.slice(0, 19)}Z`);
  const microseconds = Math.round((Number(`0${localTime.slice(19)}`) + seconds) * 1e6);
  const shifted = new Date(whole + Math.floor(microseconds / 1e6) * 1_000);
  if (Number.isNaN(shifted.getTime())) return localTime;
  const fraction = String(((microseconds % 1e6) + 1e6) % 1e6).padStart(6, '0');
  if (fraction === '000000') return shifted.toISOString().slice(0, 19);
  return `${shifted.toISOString().slice(0, 19)}.${fraction.endsWith('000') ? fraction.slice(0, 3) : fraction}`;
}
