/** The frames of one PUBLISH packet; the payload is borrowed from the chunk. */
type FrameMessage = { readonly messageId: number; readonly payload: Buffer };

const PUBLISH_QOS_1 = 0x32;

/**
 * Parses a chunk of whole MQTT packets that are all PUBLISH with QoS 1, not duplicate and not
 * retained, to `topic` (MQTT 3.1.1, section 3.3): the usual traffic. Returns null for anything
 * else, which the broker must handle.
 */
export function readFrameMessages(chunk: Buffer, topic: Buffer): FrameMessage[] | null {
  const messages: FrameMessage[] = [];
  for (let at = 0; at < chunk.length;) {
    if (chunk[at] !== PUBLISH_QOS_1) return null;
    const head = readLength(chunk, at + 1);
    if (head === null) return null;
    const end = head.end + head.length;
    const idAt = head.end + 2 + topic.length;
    if (end > chunk.length || idAt + 2 > end) return null;
    if (
      chunk.readUInt16BE(head.end) !== topic.length ||
      chunk.compare(topic, 0, topic.length, head.end + 2, idAt) !== 0
    )
      return null;
    const messageId = chunk.readUInt16BE(idAt);
    if (messageId === 0) return null;
    messages.push({ messageId, payload: chunk.subarray(idAt + 2, end) });
    at = end;
  }
  return messages;
}

const MAX_LENGTH_BYTES = 4;

/** The remaining length: groups of 7 bits, least significant first (section 2.2.3). */
function readLength(
  chunk: Buffer,
  at: number,
): { readonly length: number; readonly end: number } | null {
  let length = 0;
  for (let index = 0; index < MAX_LENGTH_BYTES; index++) {
    const byte = chunk[at + index];
    if (byte === undefined) return null;
    length += (byte & 127) * 128 ** index;
    if (byte < 128) return { length, end: at + index + 1 };
  }
  return null;
}
