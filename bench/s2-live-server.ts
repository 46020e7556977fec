import {
  clientMessage,
  CONTRACT_VERSION,
  FRAME_MESSAGE_HEADER_BYTES,
  LIVE_PATH,
  type ServerMessage,
  type StreamDeclaration,
} from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * Implements the product's live contract for synthetic devices: `ECG-n` sends 250 Hz, `EIT-n` 208
 * readings 20 times a second.
 */
export const S2_ECG: StreamDeclaration = {
  streamId: 1,
  kind: 'ecg',
  channels: 1,
  unit: 'mV',
  sampleRateHz: 250,
  scale: 0.001,
  offset: 0,
};
export const S2_EIT: StreamDeclaration = {
  streamId: 4,
  kind: 'eit',
  channels: 208,
  unit: '',
  sampleRateHz: 20,
  scale: 0.0001,
  offset: 0,
};

const ECG_FRAME_MS = 40;
const EIT_FRAME_MS = 50;

export function openS2Server(): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    path: LIVE_PATH,
    perMessageDeflate: false,
  });
  server.on('connection', serveViewer);
  return new Promise((resolve) => {
    server.on('listening', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        close: () => server.close(),
      });
    });
  });
}

function serveViewer(socket: WebSocket): void {
  const watches = new Map<number, { readonly slot: number; readonly stop: () => void }>();
  const send = (message: ServerMessage): void => socket.send(JSON.stringify(message));
  let slots = 0;
  socket.on('message', (data) => {
    if (!Buffer.isBuffer(data)) return;
    const message = clientMessage.parse(JSON.parse(data.toString('utf8')));
    if (message.type === 'hello')
      send({
        type: 'welcome',
        version: CONTRACT_VERSION,
        serverTime: new Date().toISOString(),
        userId: 'bench',
      });
    if (message.type === 'unwatch') watches.get(message.id)?.stop();
    if (message.type !== 'watch') return;
    const stream = message.serial.startsWith('EIT') ? S2_EIT : S2_ECG;
    const slot = slots++;
    send({
      type: 'watching',
      id: message.id,
      slot,
      serial: message.serial,
      streams: [stream],
      clockOffsetSeconds: 0,
    });
    watches.set(message.id, { slot, stop: sendFrames(socket, slot, stream) });
  });
  const beat = setInterval(
    () => send({ type: 'beat', serverTime: new Date().toISOString() }),
    4000,
  );
  socket.on('close', () => {
    clearInterval(beat);
    for (const watch of watches.values()) watch.stop();
  });
}

function sendFrames(socket: WebSocket, slot: number, stream: StreamDeclaration): () => void {
  const frameMs = stream === S2_EIT ? EIT_FRAME_MS : ECG_FRAME_MS;
  const samples = Math.round((frameMs * stream.sampleRateHz) / 1000);
  let nextMs = Math.floor(Date.now() / frameMs) * frameMs;
  const timer = setInterval(() => {
    for (; nextMs + frameMs <= Date.now(); nextMs += frameMs) {
      const startMs = nextMs;
      const channels = Array.from({ length: stream.channels }, (_, channel) =>
        Int16Array.from({ length: samples }, (_value, i) =>
          digitalAt(stream, channel, (startMs + (i * 1000) / stream.sampleRateHz) / 1000),
        ),
      );
      const frame = encodeFrame({
        streamId: stream.streamId,
        sequence: Math.round(startMs / frameMs),
        deviceTimeUs: startMs * 1000,
        channels,
      });
      const bytes = new Uint8Array(FRAME_MESSAGE_HEADER_BYTES + frame.length);
      new DataView(bytes.buffer).setUint32(0, slot, true);
      bytes.set(frame, FRAME_MESSAGE_HEADER_BYTES);
      socket.send(bytes);
    }
  }, 20);
  return () => clearInterval(timer);
}

function digitalAt(stream: StreamDeclaration, channel: number, seconds: number): number {
  if (stream === S2_EIT)
    return 8000 - 30 * channel + Math.round(400 * Math.sin(seconds * 1.5 + channel / 40));
  const phase = (seconds * 1.2) % 1;
  const spike = (centre: number, width: number): number =>
    Math.exp(-((phase - centre) ** 2) / (2 * width * width));
  return Math.round(
    1000 * spike(0.3, 0.012) +
      250 * spike(0.55, 0.05) +
      120 * spike(0.18, 0.025) +
      10 * Math.sin(314 * seconds),
  );
}
