import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  clientMessage,
  CONTRACT_VERSION,
  type ClientMessage,
  type ServerMessage,
} from '@yamori/domain';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';

/** A real WebSocket server that sends what a test gives it and records what it receives. */
export class LiveServer {
  readonly heard: ClientMessage[] = [];
  readonly sockets = new Set<ServerSocket>();
  version = CONTRACT_VERSION;
  connections = 0;
  readonly #server: WebSocketServer;

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('message', (data: Buffer) =>
        this.#hear(socket, clientMessage.parse(JSON.parse(data.toString('utf8')))),
      );
    });
  }

  static async open(port = 0): Promise<LiveServer> {
    const server = new WebSocketServer({ port, host: '127.0.0.1' });
    await once(server, 'listening');
    return new LiveServer(server);
  }

  get port(): number {
    // A server that listens on a port has an AddressInfo.
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/live`;
  }

  send(message: ServerMessage): void {
    for (const socket of this.sockets) socket.send(JSON.stringify(message));
  }

  sendBytes(bytes: Uint8Array): void {
    for (const socket of this.sockets) socket.send(bytes);
  }

  /** Cuts every connection, with or without a close code. */
  cut(code?: number, reason?: string): void {
    for (const socket of this.sockets) {
      if (code === undefined) socket.terminate();
      else socket.close(code, reason);
    }
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #hear(socket: ServerSocket, message: ClientMessage): void {
    this.heard.push(message);
    if (message.type !== 'hello') return;
    socket.send(
      JSON.stringify({
        type: 'welcome',
        version: this.version,
        serverTime: new Date(Date.UTC(2026, 10, 21, 0, 0, 2)).toISOString(),
        userId: 'u',
      } satisfies ServerMessage),
    );
  }
}
