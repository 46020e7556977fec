/** Why the connection to a device on this browser's cable or radio ended. */
type LinkEnd = 'unplugged' | 'failed';
export type DeviceLink = {
  readonly onBytes: (listener: (bytes: Uint8Array) => void) => void;
  readonly onEnd: (listener: (why: LinkEnd) => void) => void;
  readonly close: () => void;
};
/** `cancelled`: the user chose no device; `busy`: another program uses it. */
export type LinkOutcome =
  | { readonly kind: 'open'; readonly link: DeviceLink }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'busy' };

/** Browser support; Chrome and Edge on computers have both. */
export const hasSerial = (): boolean => 'serial' in navigator;
export const hasBluetooth = (): boolean => 'bluetooth' in navigator;

/** Service and characteristic of frames (docs/frame-format.md). */
const BLUETOOTH_SERVICE = '8e3f0001-6d5b-4c1e-9a7f-59616d6f7269';
const BLUETOOTH_FRAMES = '8e3f0002-6d5b-4c1e-9a7f-59616d6f7269';
const SERIAL_BAUD_RATE = 921_600;

/** The parts of Web Serial and Web Bluetooth that are used; TypeScript's library has neither. */
type SerialPortLike = EventTarget & {
  readonly open: (options: { baudRate: number }) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly readable: ReadableStream<Uint8Array> | null;
};
type SerialLike = { readonly requestPort: () => Promise<SerialPortLike> };
type CharacteristicLike = EventTarget & {
  readonly startToasts: () => Promise<unknown>;
  readonly value?: DataView;
};
type BluetoothDeviceLike = EventTarget & {
  readonly gatt?: {
    readonly connect: () => Promise<{
      readonly getPrimaryService: (
        id: string,
      ) => Promise<{ readonly getCharacteristic: (id: string) => Promise<CharacteristicLike> }>;
    }>;
    readonly disconnect: () => void;
  };
};
type BluetoothLike = {
  readonly requestDevice: (options: {
    filters: readonly { services: readonly string[] }[];
  }) => Promise<BluetoothDeviceLike>;
};

type Ears = {
  readonly tell: (bytes: Uint8Array) => void;
  readonly end: (why: LinkEnd) => void;
  readonly link: Pick<DeviceLink, 'onBytes' | 'onEnd'>;
};

function ears(): Ears {
  let tellBytes: (bytes: Uint8Array) => void = () => undefined;
  let tellEnd: (why: LinkEnd) => void = () => undefined;
  let isOver = false;
  return {
    tell: (bytes) => tellBytes(bytes),
    end(why) {
      if (!isOver) tellEnd(why);
      isOver = true;
    },
    link: {
      onBytes: (listener) => {
        tellBytes = listener;
      },
      onEnd: (listener) => {
        tellEnd = listener;
      },
    },
  };
}

/** Asks for a port and reads it until it is closed or unplugged. */
export async function openSerialLink(): Promise<LinkOutcome> {
  // `hasSerial` has checked it; its type is the standard's.
  const serial = Reflect.get(navigator, 'serial') as SerialLike;
  const port = await chosen(() => serial.requestPort());
  if (port === null) return { kind: 'cancelled' };
  try {
    await port.open({ baudRate: SERIAL_BAUD_RATE });
  } catch {
    return { kind: 'busy' };
  }
  const { tell, end, link } = ears();
  const reader = port.readable?.getReader();
  let isClosing = false;
  const read = async (): Promise<void> => {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      tell(part.value);
    }
  };
  // An unplugged port ends its stream with an error, or silently.
  read()
    .then(
      () => isClosing || end('unplugged'),
      () => isClosing || end('unplugged'),
    )
    .finally(() => reader?.releaseLock())
    .then(() => port.close())
    .catch(() => undefined);
  return {
    kind: 'open',
    link: {
      ...link,
      close() {
        isClosing = true;
        void reader?.cancel().catch(() => undefined);
      },
    },
  };
}

/** Asks for a device with our service and subscribes to its notifications. */
export async function openBluetoothLink(): Promise<LinkOutcome> {
  // As above, by `hasBluetooth`.
  const bluetooth = Reflect.get(navigator, 'bluetooth') as BluetoothLike;
  const device = await chosen(() =>
    bluetooth.requestDevice({ filters: [{ services: [BLUETOOTH_SERVICE] }] }),
  );
  if (device === null) return { kind: 'cancelled' };
  const { tell, end, link } = ears();
  try {
    const server = await device.gatt?.connect();
    const characteristic = await (
      await server?.getPrimaryService(BLUETOOTH_SERVICE)
    )?.getCharacteristic(BLUETOOTH_FRAMES);
    characteristic?.addEventListener('characteristicvaluechanged', () => {
      const { value } = characteristic;
      if (value !== undefined)
        tell(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice());
    });
    device.addEventListener('gattserverdisconnected', () => end('unplugged'));
    await characteristic?.startToasts();
  } catch {
    device.gatt?.disconnect();
    return { kind: 'busy' };
  }
  return {
    kind: 'open',
    link: {
      ...link,
      close: () => {
        link.onEnd(() => undefined);
        device.gatt?.disconnect();
      },
    },
  };
}

/** Null if the user chose none. */
async function chosen<Chosen>(ask: () => Promise<Chosen>): Promise<Chosen | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}
