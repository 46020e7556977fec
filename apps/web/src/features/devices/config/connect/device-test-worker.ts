import { config } from 'zod';
import { type ByteSource, createByteSource } from '../../../../live/chart/engine/byte-source.ts';
import {
  type ChartEngine,
  createChartEngine,
  runCommand,
} from '../../../../live/chart/engine/chart-engine.ts';
import {
  type ChartCommand,
  type ChartNotice,
  isChartCommand,
} from '../../../../live/chart/engine/chart-message.ts';
import { loadDecoder } from '../../../../live/chart/engine/decoder-loader.ts';
import { isDeviceBytes } from './test-message.ts';

/**
 * The worker for testing a device on this browser's cable or radio: decodes and draws its frames,
 * and stores nothing.
 */
function startTestWorker(): void {
  config({ jitless: true });
  const post = (notice: ChartNotice): void => globalThis.postMessage(notice);
  const waiting: ChartCommand[] = [];
  let source: ByteSource | null = null;
  let engine: ChartEngine | null = null;
  const decoding = loadDecoder();

  globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isChartCommand(data)) {
      if (engine === null) waiting.push(data);
      else runCommand(engine, data);
    } else if (isDeviceBytes(data)) {
      if (data.type === 'device-bytes') source?.push(data.bytes);
      else open(data.streams);
    }
  });

  function open(streams: Parameters<typeof createByteSource>[0]): void {
    const opened = createByteSource(streams);
    source = opened;
    decoding
      .then((decoder) => {
        engine = createChartEngine({
          source: opened,
          decoder,
          eitModel: () => Promise.reject(new Error('a device test shows no images')),
          nowMs: () => performance.now(),
          wallMs: () => Date.now(),
          requestFrame: (draw) => {
            if (typeof globalThis.requestAnimationFrame === 'function')
              globalThis.requestAnimationFrame(draw);
            else setTimeout(draw, 16);
          },
          report: (report) => post({ type: 'report', report }),
        });
        post({ type: 'ready' });
        for (const command of waiting.splice(0)) runCommand(engine, command);
      })
      .catch(() => post({ type: 'failed', reason: 'decoder' }));
  }
}

startTestWorker();
