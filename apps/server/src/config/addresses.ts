import type { DeviceAddress } from '@yamori/domain';
import { localUrlHost } from '../core/http/listen.ts';
import type { Config } from './config.ts';

const UNNAMED_HOSTS: readonly string[] = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'];

/** Where devices connect; `host` is null if the server listens on no named host. */
export function toDeviceAddress(config: Config): DeviceAddress {
  const host = config.MQTT_HOST ?? config.HOST;
  return {
    host: UNNAMED_HOSTS.includes(host) ? null : host,
    port: config.MQTT_PORT,
    tls: config.MQTT_TLS_CERT !== undefined,
  };
}

/** Where a browser on this machine opens the application. */
export function toLocalOrigin(config: Config): string {
  const scheme = config.HTTP_TLS_CERT === undefined ? 'http' : 'https';
  return `${scheme}://${localUrlHost(config.HOST)}:${config.PORT}`;
}

/** Where a device on this machine connects. */
export function toMqttUrl(config: Config, port: number): string {
  const scheme = config.MQTT_TLS_CERT === undefined ? 'mqtt' : 'mqtts';
  return `${scheme}://${localUrlHost(config.MQTT_HOST ?? config.HOST)}:${port}`;
}
