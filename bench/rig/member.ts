import { LIVE_PATH, CONTRACT_VERSION } from '@yamori/domain';
import { WebSocket } from 'ws';

/** A signed-in member: requests and live sockets with their cookie. */
export type Member = {
  readonly cookie: string;
  readonly post: (path: string, body: object) => Promise<unknown>;
  readonly openSocket: () => Promise<WebSocket>;
};

export async function signInMember(url: string, email: string, password: string): Promise<Member> {
  let cookie = '';
  const post = async (path: string, body: object): Promise<unknown> => {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status} ${text.slice(0, 300)}`);
    cookie ||= reply.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return text === '' ? null : JSON.parse(text);
  };
  await post('/api/session/sign-in', { email, password });
  return {
    get cookie() {
      return cookie;
    },
    post,
    openSocket: () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}`, {
          headers: { cookie },
          origin: url,
          perMessageDeflate: false,
        });
        socket.on('error', reject);
        socket.on('open', () =>
          socket.send(JSON.stringify({ type: 'hello', version: CONTRACT_VERSION })),
        );
        socket.once('message', () => resolve(socket));
      }),
  };
}
