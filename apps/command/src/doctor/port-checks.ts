import { connect } from 'node:net';
import { bad, type Check, good, notice } from './check.ts';

const TIMEOUT_MS = 2_000;

type Ports = { readonly host: string; readonly web: number; readonly mqtt: number };

/** Checks whether the ports are free, used by Yamori, or used by another program. */
export async function portChecks({ host, web, mqtt }: Ports): Promise<Check[]> {
  const [webTaken, mqttTaken] = await Promise.all([isTaken(host, web), isTaken(host, mqtt)]);
  const isYamori = webTaken && (await answersHealth(host, web));
  return [
    webTaken ? webPortInUse(host, web, isYamori) : good('web port', `${host}:${web} is free`),
    mqttTaken
      ? devicePortInUse(host, mqtt, isYamori)
      : good('device port', `${host}:${mqtt} is free`),
  ];
}

const webPortInUse = (host: string, port: number, isYamori: boolean): Check =>
  isYamori
    ? notice('web port', `Yamori answers at ${host}:${port}`)
    : bad('web port', `another program listens at ${host}:${port}; set PORT`);

const devicePortInUse = (host: string, port: number, isYamori: boolean): Check =>
  isYamori
    ? notice('device port', `${host}:${port} is in use while Yamori runs`)
    : bad('device port', `another program listens at ${host}:${port}; set MQTT_PORT`);

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port });
    const end = (taken: boolean): void => {
      socket.destroy();
      done(taken);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function answersHealth(host: string, port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://${host}:${port}/healthz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await reply.body?.cancel();
    return reply.ok;
  } catch {
    // The listener does not speak HTTP like our server.
    return false;
  }
}
