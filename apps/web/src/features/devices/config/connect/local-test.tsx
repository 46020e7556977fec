import type { StreamDeclaration } from '@yamori/domain';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartHostContext } from '../../../../live/chart/chart-context.tsx';
import { createWorkerHost, type ChartHost } from '../../../../live/chart/chart-host.ts';
import { Button } from '../../../../kit/form/button.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import css from './connect.module.css';
import {
  hasBluetooth,
  hasSerial,
  openBluetoothLink,
  openSerialLink,
  type DeviceLink,
  type LinkOutcome,
} from './device-link.ts';
import { LiveTest } from './live-test.tsx';
import type { DeviceBytes } from './test-message.ts';

type LocalTestProps = {
  readonly connection: 'usbSerial' | 'bluetooth';
  readonly serial: string;
  readonly streams: readonly StreamDeclaration[];
};

type TestState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'open'; readonly host: ChartHost }
  | { readonly kind: 'over'; readonly why: 'unplugged' | 'failed' | 'cancelled' | 'busy' };

/**
 * Tests a device on this browser's cable or radio before use. Its data is neither sent to the
 * server nor stored.
 */
export function LocalTest({ connection, serial, streams }: LocalTestProps) {
  const { t } = useTranslation('deviceConfig');
  const [testState, setTestState] = useState<TestState>({ kind: 'idle' });
  const opened = useRef<{ readonly link: DeviceLink; readonly worker: Worker } | null>(null);
  const close = (): void => {
    opened.current?.link.close();
    opened.current?.worker.terminate();
    opened.current = null;
  };
  useEffect(() => close, []);
  if (connection === 'usbSerial' ? !hasSerial() : !hasBluetooth())
    return (
      <p className={css['lack']}>
        <ToolIcon name="info" size={18} />
        {t(connection === 'usbSerial' ? 'test.noSerial' : 'test.noBluetooth')}
      </p>
    );
  const start = async (): Promise<void> => {
    setTestState({ kind: 'asking' });
    const outcome: LinkOutcome = await (connection === 'usbSerial'
      ? openSerialLink()
      : openBluetoothLink());
    if (outcome.kind !== 'open') return setTestState({ kind: 'over', why: outcome.kind });
    const worker = new Worker(new URL('./device-test-worker.ts', import.meta.url), {
      type: 'module',
      name: 'device-test',
    });
    const send = (message: DeviceBytes): void => worker.postMessage(message);
    const { link } = outcome;
    opened.current = { link, worker };
    const host = createWorkerHost(worker);
    send({ type: 'device-streams', streams });
    link.onBytes((bytes) => send({ type: 'device-bytes', bytes }));
    link.onEnd((why) => {
      close();
      setTestState({ kind: 'over', why });
    });
    setTestState({ kind: 'open', host });
  };
  const stop = (): void => {
    close();
    setTestState({ kind: 'idle' });
  };
  return (
    <div className={css['local']}>
      {testState.kind === 'over' ? (
        <p role="alert" className={css['lack']}>
          <ToolIcon name="alert" size={18} />
          {t(`test.${testState.why}`)}
        </p>
      ) : null}
      {testState.kind === 'open' ? (
        <ChartHostContext value={testState.host}>
          <LiveTest serial={serial} />
        </ChartHostContext>
      ) : null}
      {testState.kind === 'open' ? (
        <Button onClick={stop}>{t('test.stop')}</Button>
      ) : (
        <Button busy={testState.kind === 'asking'} onClick={() => void start()}>
          {t(connection === 'usbSerial' ? 'test.startSerial' : 'test.startBluetooth')}
        </Button>
      )}
    </div>
  );
}
