import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { pushMessage, type PushBrowser, type PushMessage } from '@yamori/domain';

export type ReceivedCall = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};
/** The reply at a path: a status, or none. */
export type Answer = number | 'never';

/**
 * A notification provider on loopback; both a push service and LINE’s API accept posts at an
 * address.
 */
export type ProviderStandIn = {
  readonly host: string;
  readonly address: string;
  readonly calls: readonly ReceivedCall[];
  readonly to: (path: string) => readonly ReceivedCall[];
  /** Sets the next replies at `path`, in order; later ones are 201. */
  readonly answer: (path: string, ...answers: readonly Answer[]) => void;
  readonly close: () => Promise<void>;
};

export async function startProvider(): Promise<ProviderStandIn> {
  const calls: ReceivedCall[] = [];
  const answers = new Map<string, Answer[]>();
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      calls.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      const answer = answers.get(path)?.shift() ?? 201;
      if (answer === 'never') held.add(response);
      else response.writeHead(answer).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const host = `127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  return {
    host,
    address: `http://${host}`,
    calls,
    to: (path) => calls.filter((call) => call.path === path),
    answer: (path, ...more) => void answers.set(path, [...more]),
    close: () =>
      new Promise((resolve) => {
        for (const response of held) response.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The browser’s part: subscription keys and decryption. */
export type StandInBrowser = {
  readonly subscription: PushBrowser;
  readonly read: (body: Buffer) => PushMessage;
};

export function aBrowser(endpoint: string): StandInBrowser {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    },
    read: (body) => pushMessage.parse(JSON.parse(decrypt(body, keys, auth))),
  };
}

/** The receiver of RFC 8291. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const theirs = body.subarray(21, 21 + body.readUInt8(20));
  const salt = body.subarray(0, 16);
  const sealed = body.subarray(21 + theirs.length);
  const hkdf = (secret: Buffer, by: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const secret = hkdf(
    keys.computeSecret(theirs),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]),
    32,
  );
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, -1).toString('utf8');
}
