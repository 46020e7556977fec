import { connect } from 'node:net';
import { bad, type Check, good, notice } from './check.ts';

const PATIENCE_MS = 2_000;

export type Ports = { readonly host: string; readonly web: number; readonly mqtt: number };

/** Whether the two ports are free, taken by Yamori itself, or by something else. */
export async function portChecks({ host, web, mqtt }: Ports): Promise<Check[]> {
  const [webTaken, mqttTaken] = await Promise.all([isTaken(host, web), isTaken(host, mqtt)]);
  const isYamori = webTaken && (await answersHealth(host, web));
  return [
    !webTaken
      ? good('web port', `${host}:${web} is free`)
      : isYamori
        ? notice('web port', `Yamori answers at ${host}:${web}`)
        : bad('web port', `something else listens at ${host}:${web}; set PORT`),
    !mqttTaken
      ? good('device port', `${host}:${mqtt} is free`)
      : isYamori
        ? notice('device port', `${host}:${mqtt} is taken while Yamori runs`)
        : bad('device port', `something else listens at ${host}:${mqtt}; set MQTT_PORT`),
  ];
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port });
    const end = (taken: boolean): void => {
      socket.destroy();
      done(taken);
    };
    socket.setTimeout(PATIENCE_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function answersHealth(host: string, port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://${host}:${port}/healthz`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await reply.body?.cancel();
    return reply.ok;
  } catch {
    // Something listens there that does not speak as our server does.
    return false;
  }
}
