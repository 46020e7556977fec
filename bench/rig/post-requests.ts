import { Agent, request } from 'node:http';

export type PostRequest = {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/**
 * Posts requests in sequence over each of several connections. @returns the replies, in order.
 * Throws on an error status.
 */
export async function postAll(
  port: number,
  requests: readonly PostRequest[],
  atOnce: number,
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const answers: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < requests.length; index = next++) {
      const wanted = requests[index];
      if (wanted !== undefined) answers[index] = await post(port, agent, wanted);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, lane));
    return answers;
  } finally {
    agent.destroy();
  }
}

function post(
  port: number,
  agent: Agent,
  { path, headers = {}, body }: PostRequest,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent,
        headers: { ...headers, 'content-length': body.length },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          text += part;
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(text);
          else reject(new Error(`${path} answered ${status}: ${text.slice(0, 300)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
