import { readFile } from 'node:fs/promises';
import { ProblemError } from '@yamori/domain';
import type { Config } from './config.ts';

type TlsOption = 'HTTP_TLS_CERT' | 'HTTP_TLS_KEY' | 'MQTT_TLS_CERT' | 'MQTT_TLS_KEY';

/** Certificate and key as PEM; null when they are not configured. */
export async function readTls(
  config: Config,
  certOption: TlsOption,
  keyOption: TlsOption,
): Promise<{ readonly cert: Buffer; readonly key: Buffer } | null> {
  // One after the other: when neither file can be read, the error names the first.
  const cert = await readOption(config, certOption);
  const key = await readOption(config, keyOption);
  return cert === null || key === null ? null : { cert, key };
}

async function readOption(config: Config, option: TlsOption): Promise<Buffer | null> {
  const file = config[option];
  if (file === undefined) return null;
  return readFile(file).catch(() => {
    throw new ProblemError('file-not-readable', {
      place: option,
      details: { file, advice: 'check the path and who may read it' },
    });
  });
}
