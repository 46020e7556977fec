import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushBrowser } from '@yamori/domain';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
/** A single record: messages have a few hundred bytes, and push services accept 4096. */
const RECORD_BYTES = 4_096;
const LAST_RECORD = 0x02;

/** Random inputs of a message; a parameter for the vector of RFC 8291, appendix A. */
type MessageRandomness = { readonly salt: Buffer; readonly privateKey: Buffer };

function freshRandomness(): MessageRandomness {
  const own = createECDH(CURVE);
  own.generateKeys();
  return { salt: randomBytes(SALT_BYTES), privateKey: own.getPrivateKey() };
}

/**
 * Encrypts for one browser, so that its push service cannot read the message: RFC 8291 with RFC
 * 8188 (`aes128gcm`). Returns the whole body. Throws if a key is not a point of the curve.
 */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: PushBrowser['keys'],
  { salt, privateKey }: MessageRandomness = freshRandomness(),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const own = createECDH(CURVE);
  own.setPrivateKey(privateKey);
  const ours = own.getPublicKey();
  const shared = hkdf(
    own.computeSecret(theirs),
    Buffer.from(auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]),
    32,
  );
  const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES, 0);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, head, ours, sealed]);
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
