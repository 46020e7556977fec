/** JSON calls to the server as a signed-in member, like those of the web app. */
export type ServerCalls = { readonly post: (path: string, body: Json) => Promise<Json> };
export type Json = Readonly<Record<string, unknown>>;

/** Signs in. Calls throw an Error with the server's answer when they fail. */
export async function signIn(
  serverUrl: string,
  email: string,
  password: string,
): Promise<ServerCalls> {
  const origin = new URL(serverUrl).origin;
  let cookie: string | null = null;
  const post = async (path: string, body: Json): Promise<Json> => {
    const headers = {
      'content-type': 'application/json',
      origin,
      ...(cookie === null ? {} : { cookie }),
    };
    const reply = await fetch(new URL(path, serverUrl), {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} was rejected (${reply.status}): ${text.slice(0, 300)}`);
    const cookies = reply.headers.getSetCookie();
    if (cookies.length > 0) cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    const parsed: unknown = text === '' ? {} : JSON.parse(text);
    return isJson(parsed) ? parsed : {};
  };
  await post('/api/session/sign-in', { email, password });
  return { post };
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
