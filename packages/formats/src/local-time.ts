/**
 * A local ISO time (as files state it, without a zone) so many seconds later, to the microsecond:
 * three digits of a second where they say all of it, none where there is no fraction. The time
 * itself when it cannot be shifted.
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
