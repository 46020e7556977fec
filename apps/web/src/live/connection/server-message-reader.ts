import { serverMessage, type ServerMessage } from '@yamori/domain';

/** A text message of the socket, or null for what is none of the contract. */
export function readServerMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = serverMessage.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
