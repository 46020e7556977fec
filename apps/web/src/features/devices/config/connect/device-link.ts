/** Why the USB or Bluetooth connection to a device ended. */
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

/** Service and characteristic of frames (docs/formats/frames.md). */
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
  readonly startNotifications: () => Promise<unknown>;
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

/** Passes the bytes and the end of a connection on to the listeners of its link. */
type LinkEmitter = {
  readonly emitBytes: (bytes: Uint8Array) => void;
  readonly emitEnd: (why: LinkEnd) => void;
  readonly link: Pick<DeviceLink, 'onBytes' | 'onEnd'>;
};

function createLinkEmitter(): LinkEmitter {
  let onBytes: (bytes: Uint8Array) => void = () => undefined;
  let onEnd: (why: LinkEnd) => void = () => undefined;
  let hasEnded = false;
  return {
    emitBytes: (bytes) => onBytes(bytes),
    emitEnd(why) {
      if (!hasEnded) onEnd(why);
      hasEnded = true;
    },
    link: {
      onBytes: (listener) => {
        onBytes = listener;
      },
      onEnd: (listener) => {
        onEnd = listener;
      },
    },
  };
}

/** Asks for a port and reads it until it is closed or unplugged. */
export async function openSerialLink(): Promise<LinkOutcome> {
  // Callers check `hasSerial` first. The type follows the Web Serial standard.
  const serial = Reflect.get(navigator, 'serial') as SerialLike;
  const port = await requestDevice(() => serial.requestPort());
  if (port === null) return { kind: 'cancelled' };
  try {
    await port.open({ baudRate: SERIAL_BAUD_RATE });
  } catch {
    return { kind: 'busy' };
  }
  const { emitBytes, emitEnd, link } = createLinkEmitter();
  const reader = port.readable?.getReader();
  let isClosing = false;
  const read = async (): Promise<void> => {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      emitBytes(part.value);
    }
  };
  // An unplugged port ends its stream with an error, or silently.
  read()
    .then(
      () => isClosing || emitEnd('unplugged'),
      () => isClosing || emitEnd('unplugged'),
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
  // Callers check `hasBluetooth` first. The type follows the Web Bluetooth standard.
  const bluetooth = Reflect.get(navigator, 'bluetooth') as BluetoothLike;
  const device = await requestDevice(() =>
    bluetooth.requestDevice({ filters: [{ services: [BLUETOOTH_SERVICE] }] }),
  );
  if (device === null) return { kind: 'cancelled' };
  const { emitBytes, emitEnd, link } = createLinkEmitter();
  try {
    const server = await device.gatt?.connect();
    const characteristic = await (
      await server?.getPrimaryService(BLUETOOTH_SERVICE)
    )?.getCharacteristic(BLUETOOTH_FRAMES);
    characteristic?.addEventListener('characteristicvaluechanged', () => {
      const { value } = characteristic;
      if (value !== undefined)
        emitBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice());
    });
    device.addEventListener('gattserverdisconnected', () => emitEnd('unplugged'));
    await characteristic?.startNotifications();
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

/** Null if the user chose no device. */
async function requestDevice<Device>(request: () => Promise<Device>): Promise<Device | null> {
  try {
    return await request();
  } catch {
    return null;
  }
}
