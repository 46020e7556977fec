import { encodeFrame } from '@yamori/frames';
import { encode } from 'uqr';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ChartHostContext } from '../../../live/chart/chart-context.tsx';
import { createPageHost } from '../../../live/chart/chart-host.ts';
import { loadDecoder } from '../../../live/chart/engine/decoder-loader.ts';
import { playedSource } from '../../../live/chart/testing/played-source.ts';
import { NIGHT } from '../../../shared/room-state/testing/live-builder.ts';
import { renderList, type ListSetup } from '../../../kit/testing/list-fixture.tsx';
import { DeviceConfigScreen } from './device-config-screen.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  vi.restoreAllMocks();
});

const STREAMS = [
  { streamId: 1, kind: 'ecg', channels: 1, unit: 'mV', sampleRateHz: 250, scale: 0.001, offset: 0 },
];
const status = (more: object = {}) => ({
  online: true,
  onlineSince: NIGHT,
  lastFrameAt: NIGHT,
  lastHeartbeatAt: NIGHT,
  batteryPercent: 80,
  signalDbm: -60,
  fault: 'none',
  faultSince: NIGHT,
  clockOffsetSeconds: 0,
  framesReceived: 1,
  framesRefused: 0,
  ...more,
});
const device = (serial: string, more: object = {}) => ({
  serial,
  typeId: 'ecg',
  domainId: 'home',
  rootDomainId: 'home',
  roomId: null,
  name: '',
  firmware: '1.4.2',
  connection: 'network',
  keyHash: null,
  status: status(),
  borrowedBy: null,
  borrowedUntil: null,
  calibration: {},
  note: '',
  retiredAt: null,
  ...more,
});
const DOCUMENTS = {
  'domain/home': {
    code: 'home',
    name: 'ひなた園',
    nameKana: '',
    kind: 'facility',
    parentDomainId: null,
    rootDomainId: 'home',
    ancestorIds: [],
  },
  'deviceType/ecg': {
    code: 'ecg',
    name: '心電計',
    maker: '',
    streams: STREAMS,
    firmwareVersions: [],
  },
  'room/a': {
    domainId: 'home',
    rootDomainId: 'home',
    name: '201',
    building: '',
    floor: '2階',
    tags: [],
    capacity: 1,
    occupant: null,
    deviceSerials: [],
    sharedWith: [],
    viewId: null,
    parameterOverrides: {},
    archivedAt: null,
    live: null,
  },
  'device/A-1': device('A-1', { roomId: 'a', name: '窓側' }),
  'device/A-2': device('A-2', { status: status({ online: false, fault: 'deviceOffline' }) }),
  'device/A-3': device('A-3', { status: null, connection: 'usbSerial' }),
  'device/old': device('old', { retiredAt: NIGHT }),
};
async function open(address = '/device-config/device-list-table', more: Partial<ListSetup> = {}) {
  const source = playedSource(STREAMS);
  const host = createPageHost(source, loadDecoder());
  const fixture = await renderList({
    Screen: DeviceConfigScreen,
    address,
    documents: DOCUMENTS,
    around: (screen) => <ChartHostContext value={host}>{screen}</ChartHostContext>,
    ...more,
  });
  cleanups.push(fixture.end);
  return {
    ...fixture,
    source,
    data: (path: string) => fixture.transport.documents.get(path)?.data,
  };
}
const serials = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);

describe('the list of devices', () => {
  it('the list shows each state and filters by state and place', async () => {
    await open();
    await expect
      .element(page.getByRole('row', { name: /A-1.*窓側.*心電計.*201.*受信中.*80%.*1\.4\.2/ }))
      .toBeVisible();
    await expect.element(page.getByRole('row', { name: /A-2.*部屋なし.*信号なし/ })).toBeVisible();
    await page.getByRole('combobox', { name: '状態', exact: true }).selectOptions('never');
    await expect.poll(() => serials()).toEqual(['A-3']);
    await page.getByRole('button', { name: '条件を消す' }).click();
    await page.getByRole('combobox', { name: '使用の状態' }).selectOptions('only');
    await expect.poll(() => serials()).toEqual(['old']);
  });

  it('the choices omit devices of imported files', async () => {
    await open('/device-config/device-list-table?register=1', {
      documents: {
        ...DOCUMENTS,
        'deviceType/file-1': {
          code: 'file-1',
          name: 'edf flow signal',
          maker: '',
          streams: [],
          firmwareVersions: [],
        },
        'device/F-1': device('F-1', { typeId: 'file-1', connection: 'file' }),
      },
    });
    await expect.element(page.getByRole('row', { name: /F-1.*取り込んだファイル/ })).toBeVisible();
    const offered = () =>
      [...document.querySelectorAll<HTMLSelectElement>('select')].flatMap((select) =>
        [...select.options].map(({ text }) => text),
      );
    // The filter and the form each load their own types.
    await expect.poll(() => offered().filter((text) => text === '心電計')).toHaveLength(2);
    expect(offered()).not.toContain('edf flow signal');
  });

  it.each(['card', 'smallcard'])(
    'long serials are shown completely on a %s, in two lines',
    async (look) => {
      const long = 'DEMO-AKANE-305-TEMPERATURE';
      await open(`/device-config/device-list-${look}`, {
        documents: { ...DOCUMENTS, [`device/${long}`]: device(long) },
      });
      const name = page.getByRole('button', { name: long });
      await expect.element(name).toBeVisible();
      const { scrollWidth, clientWidth, scrollHeight, clientHeight, offsetParent } =
        name.element() as HTMLElement;
      expect([scrollWidth - clientWidth, scrollHeight - clientHeight]).toEqual([0, 0]);
      expect(offsetParent?.scrollHeight).toBe(offsetParent?.clientHeight);
    },
  );

  it('labels of the selected devices are printed, with codes that lead to them', async () => {
    await open('/device-config/device-list-card');
    await page.getByRole('checkbox', { name: '窓側を選ぶ' }).click();
    await page.getByRole('checkbox', { name: 'A-2を選ぶ' }).click();
    await page.getByRole('button', { name: 'ラベルを印刷する' }).click();
    await expect.element(page.getByRole('dialog', { name: '2枚のラベル' })).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: `${location.origin}/sn/A-2` }).first())
      .toBeVisible();
  });
});

describe('registering a device', () => {
  const register = async (more: Partial<ListSetup> = {}, serial = 'N-1') => {
    const fixture = await open(`/device-config/device-list-table?register=${serial}`, more);
    await expect
      .element(page.getByRole('textbox', { name: '製造番号' }))
      .toHaveValue(serial === '1' ? '' : serial);
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: '機種', exact: true })
      .selectOptions('ecg');
    return fixture;
  };
  const KEY = {
    '/api/devices': () => ({ body: { serial: 'N-1', key: 'secret-key-of-the-device' } }),
    '/api/device-address': () => ({ body: { host: null, port: 18_830, tls: false } }),
  };

  it('the key is shown once, the first frames appear, and closing asks before the key is lost', async () => {
    const { asked, source } = await register({ answers: KEY });
    await page.getByRole('dialog').getByRole('combobox', { name: '部屋' }).click();
    await page.getByRole('option', { name: '201 2階' }).click();
    await page.getByRole('button', { name: '登録する', exact: true }).click();
    await expect.element(page.getByText('secret-key-of-the-device')).toBeVisible();
    await expect.element(page.getByText('yamori/v1/N-1/frames')).toBeVisible();
    expect(asked.find(({ path }) => path === '/api/devices')?.body).toEqual({
      serial: 'N-1',
      typeId: 'ecg',
      name: '',
      roomId: 'a',
      connection: 'network',
      domainId: 'home',
    });
    await expect.element(page.getByText('機器からのデータを待っています…')).toBeVisible();
    await expect.poll(() => source.watches.length).toBeGreaterThan(0);
    source.send(1, 0, Date.now(), [new Int16Array(250)]);
    await expect.element(page.getByText('データを受信しました。')).toBeVisible();
    await expectAccessible(document.body);
    await page.getByRole('button', { name: '閉じる' }).last().click();
    await expect
      .element(page.getByRole('heading', { name: '接続キーを控えましたか' }))
      .toBeVisible();
  });

  it('a taken or invalid serial is reported at the field', async () => {
    await register({
      answers: {
        '/api/devices': () => ({
          status: 409,
          body: { code: 'device-serial-taken', place: 'serial' },
        }),
      },
    });
    await page.getByRole('button', { name: '登録する', exact: true }).click();
    await expect
      .element(page.getByText('この製造番号の機器は、すでに登録されています。'))
      .toBeVisible();
    await page.getByRole('textbox', { name: '製造番号' }).fill('部屋 1');
    await page.getByRole('button', { name: '登録する', exact: true }).click();
    await expect.element(page.getByText('半角の英数字と - _ で、40文字までです。')).toBeVisible();
  });

  it('a serial is read from a picture of a label, and a picture without one says so', async () => {
    vi.stubGlobal('BarcodeDetector', undefined);
    Reflect.deleteProperty(globalThis, 'BarcodeDetector');
    await register({}, '1');
    await userEvent.upload(
      page.getByLabelText('写真から読み取る'),
      await getPicture('https://yamori.example/sn/N-77'),
    );
    await expect.element(page.getByRole('textbox', { name: '製造番号' })).toHaveValue('N-77');
    await userEvent.upload(
      page.getByLabelText('写真から読み取る'),
      await getPicture('https://elsewhere.example/'),
    );
    await expect
      .element(page.getByText('読み取ったコードは、機器の製造番号ではありません。'))
      .toBeVisible();
    await userEvent.upload(page.getByLabelText('写真から読み取る'), await getPicture(null));
    await expect
      .element(page.getByText('このブラウザーではバーコードを読み取れません。', { exact: false }))
      .toBeVisible();
  });

  it('a denied camera shows what to do', async () => {
    await register({}, '1');
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(
      new DOMException('no', 'NotAllowedError'),
    );
    await page.getByRole('button', { name: 'カメラで読み取る' }).click();
    await expect
      .element(page.getByText('カメラの使用が許可されていません。', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'カメラで読み取る' })).toBeVisible();
  });
});

describe('a device on a cable', () => {
  it('the browser receives data from the device, and only reports that it was unplugged', async () => {
    const cable: { put?: ReadableStreamDefaultController<Uint8Array> } = {};
    const port = {
      open: async () => undefined,
      close: async () => undefined,
      readable: new ReadableStream<Uint8Array>({
        start: (controller) => {
          cable.put = controller;
        },
      }),
    };
    Object.defineProperty(navigator, 'serial', {
      configurable: true,
      value: { requestPort: async () => port },
    });
    const { asked } = await open('/device-config/device-list-table?device=A-3');
    await page.getByRole('button', { name: '受信を確認する' }).click();
    await page.getByRole('button', { name: 'USB の機器を選ぶ' }).click();
    await expect.element(page.getByRole('button', { name: '確認を終える' })).toBeVisible();
    const send = (sequence: number): void => {
      const bytes = encodeFrame({
        streamId: 1,
        sequence,
        deviceTimeUs: Math.round(performance.now() * 1000),
        channels: [new Int16Array(125).fill(200)],
      });
      // As from a cable, cut in the middle.
      cable.put?.enqueue(bytes.slice(0, 40));
      cable.put?.enqueue(bytes.slice(40));
    };
    let sequence = 0;
    await vi.waitFor(
      async () => {
        send((sequence += 1));
        await expect
          .element(page.getByText('データを受信しました。'), { timeout: 300 })
          .toBeVisible();
      },
      { timeout: 120_000 },
    );
    cable.put?.error(new DOMException('gone', 'NetworkError'));
    await expect
      .element(page.getByText('機器との接続が切れました。', { exact: false }))
      .toBeVisible();
    expect(asked.filter(({ path }) => !path.endsWith('/stays'))).toEqual([]);
    Reflect.deleteProperty(navigator, 'serial');
  });
});

describe('one device', () => {
  it('a new key is created after a confirmation and shown once', async () => {
    const { asked } = await open('/device-config/device-list-table?device=A-1', {
      answers: {
        '/api/devices/A-1/key': () => ({ body: { key: 'another-key' } }),
        '/api/device-address': () => ({ body: { host: 'mqtt.example', port: 8883, tls: true } }),
      },
    });
    await page.getByRole('button', { name: '接続キーを作り直す' }).click();
    expect(asked.some(({ path }) => path.endsWith('/key'))).toBe(false);
    await page.getByRole('alertdialog').getByRole('button', { name: '接続キーを作り直す' }).click();
    await expect.element(page.getByText('another-key')).toBeVisible();
    await expect.element(page.getByText('mqtt.example')).toBeVisible();
  });

  it('calibration figures apply to the device from then on, with author and time', async () => {
    const { data, transport } = await open('/device-config/device-list-table?device=A-1');
    await page.getByRole('button', { name: '記録を加える' }).click();
    await expectAccessible(document.body);
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: '種類' })
      .selectOptions('calibration');
    await page.getByRole('textbox', { name: '校正の値' }).fill('gain');
    await page.getByRole('button', { name: '記録する' }).click();
    await expect
      .element(page.getByText('「名前 = 数値」の形で、1行に1つ書いてください。'))
      .toBeVisible();
    await page.getByRole('textbox', { name: '校正の値' }).fill('gain = 1.02');
    await page.getByRole('button', { name: '記録する' }).click();
    await expect.poll(() => data('device/A-1')?.['calibration']).toEqual({ gain: 1.02 });
    const entry = [...transport.documents.entries()].find(([path]) =>
      path.includes('deviceService'),
    )?.[1].data;
    expect(entry).toMatchObject({ kind: 'calibration', values: { gain: 1.02 }, writtenBy: 'u' });
    await expect
      .element(page.getByRole('listitem').filter({ hasText: /校正.*gain 1\.02/ }))
      .toBeVisible();
  });

  it('the shift may name and place a device, but not manage it', async () => {
    const { asked, data } = await open('/device-config/device-list-table?device=A-2', {
      accessLevel: 2,
      answers: { '/api/devices/A-2/room': () => ({ status: 204 }) },
    });
    await page.getByRole('textbox', { name: '名前' }).fill('廊下側');
    await expect.element(page.getByRole('textbox', { name: 'ファームウェア' })).toBeDisabled();
    await page.getByRole('button', { name: '保存する' }).click();
    await expect.poll(() => data('device/A-2')?.['name']).toBe('廊下側');
    await page.getByRole('combobox', { name: '置く部屋' }).click();
    await page.getByRole('option', { name: '201 2階' }).click();
    await page.getByRole('button', { name: '置く', exact: true }).click();
    await expect.element(page.getByText('201に置きました。')).toBeVisible();
    expect(asked.find(({ path }) => path.endsWith('/room'))?.body).toEqual({ roomId: 'a' });
    await expect
      .element(page.getByRole('button', { name: '使用を終える' }))
      .not.toBeInTheDocument();
    await expect
      .element(page.getByRole('button', { name: '接続キーを作り直す' }))
      .not.toBeInTheDocument();
  });

  it('a device with recordings is retired instead of deleted', async () => {
    const { asked } = await open('/device-config/device-list-table?device=A-1', {
      answers: {
        '/api/devices/A-1/removal': () => ({
          status: 409,
          body: { code: 'device-recorded-in-use' },
        }),
        '/api/devices/A-1/retirement': () => ({ status: 204 }),
      },
    });
    await page.getByRole('button', { name: '削除する' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '使用を終える' }).click();
    await expect.element(page.getByText('「A-1」の使用を終えました。')).toBeVisible();
    expect(asked.filter(({ path }) => path.endsWith('retirement')).map(({ body }) => body)).toEqual(
      [{ retired: true }],
    );
  });
});

/** A photograph of a code, or of nothing. */
async function getPicture(text: string | null): Promise<File> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas context');
  const code = text === null ? { size: 30, data: [] } : encode(text, { border: 4 });
  [canvas.width, canvas.height] = [code.size * 8, code.size * 8];
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  code.data.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) context.fillRect(x * 8, y * 8, 8, 8);
    }),
  );
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve);
  });
  return new File([blob ?? new Blob()], 'label.png', { type: 'image/png' });
}
