import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly raw: string;
};

/** A mail server on loopback that keeps messages and can reject them. */
export type MailServer = {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Waits for the message after the first `seen` to this address; without `seen`, the newest. */
  readonly next: (to: string, seen?: number) => Promise<ReceivedMail>;
  readonly countTo: (to: string) => number;
  /** Rejects the next `times` messages with this status: 4xx is temporary, 5xx permanent. */
  readonly refuse: (status: number, times: number) => void;
  readonly tries: () => number;
  readonly close: () => Promise<void>;
};

const TIMEOUT_MS = 120_000;

/** `port` 0 chooses a free port. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const state = { refusals: 0, status: 0, tries: 0 };
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        state.tries += 1;
        if (state.refusals > 0) {
          state.refusals -= 1;
          callback(
            Object.assign(
              new Error(`mailbox of ${session.envelope.rcptTo[0]?.address ?? ''} is busy`),
              { responseCode: state.status },
            ),
          );
          return;
        }
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(','),
          from,
          ...readMessage(Buffer.concat(parts)),
        });
        callback();
        for (const check of waiting) check();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const bound = server.server.address();
  const to = (address: string): ReceivedMail[] => received.filter((mail) => mail.to === address);

  return {
    url: `smtp://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    received,
    tries: () => state.tries,
    countTo: (address) => to(address).length,
    refuse: (status, times) => Object.assign(state, { status, refusals: times }),
    next: (address, seen) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`no mail to ${address} arrived, but ${received.length} others`));
        }, TIMEOUT_MS);
        const check = (): void => {
          const found = to(address).at(seen ?? -1);
          if (found === undefined) return;
          clearTimeout(late);
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Subject and text of a single-part message, in any transfer encoding. */
function readMessage(bytes: Buffer): Pick<ReceivedMail, 'subject' | 'text' | 'raw'> {
  const raw = bytes.toString('utf8');
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1] ?? '7bit';
  return {
    raw,
    subject: decodeEncodedWords(/^subject: (.*)$/im.exec(headers)?.[1] ?? ''),
    text: decodeBody(body, encoding),
  };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64')
    return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  return (
    encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body
  ).replaceAll('\r\n', '\n');
}

/** Decodes a header as in RFC 2047; whitespace between two encoded words is dropped. */
const decodeEncodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );

function decodeQuoted(text: string): string {
  const bytes = [...text.matchAll(/=([0-9A-F]{2})|([\s\S])/gi)].flatMap(([, hex, plain]) =>
    hex === undefined ? [...Buffer.from(plain ?? '', 'utf8')] : [Number.parseInt(hex, 16)],
  );
  return Buffer.from(bytes).toString('utf8');
}
