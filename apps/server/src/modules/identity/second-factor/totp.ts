import { createHmac, timingSafeEqual } from 'node:crypto';

/** Parameters that every authenticator app supports: SHA-1, six digits, 30 s (RFC 6238). */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Accepts one step before and after, for clock drift of phones. */
const STEPS_AROUND = [0, -1, 1];
export const TOTP_KEY_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** The code for a step: HOTP (RFC 4226) with the step as counter. */
export function totpCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const start = hash.readUInt8(hash.length - 1) & 0x0f;
  return String((hash.readUInt32BE(start) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step around `at` that matches the code, or null. Always checks all steps (constant time). */
export function matchingStep(key: Buffer, code: string, at: Date): number | null {
  const given = Buffer.from(code.normalize('NFKC').replaceAll(/[\s-]/g, ''));
  const steps = STEPS_AROUND.map((offset) => stepAt(at) + offset);
  const matches = steps.filter((step) => {
    const expected = Buffer.from(totpCode(key, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return matches[0] ?? null;
}

/** RFC 4648 without padding, for manual entry. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}

/** The content of the QR code (Key Uri Format). */
export function totpUri(key: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
