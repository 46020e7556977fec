import { afterEach, describe, expect, it } from 'vitest';
import { openBluetoothLink } from './device-link.ts';

/** Stands in for hardware: a device with the methods that Web Bluetooth defines. */
class FakeCharacteristic extends EventTarget {
  value: DataView | undefined;
  isNotifying = false;
  startNotifications(): Promise<this> {
    this.isNotifying = true;
    return Promise.resolve(this);
  }
  send(bytes: Uint8Array): void {
    if (!this.isNotifying) return;
    this.value = new DataView(Uint8Array.from(bytes).buffer);
    this.dispatchEvent(new Event('characteristicvaluechanged'));
  }
}

class FakeDevice extends EventTarget {
  readonly characteristic = new FakeCharacteristic();
  isConnected = false;
  readonly gatt = {
    connect: () => {
      this.isConnected = true;
      return Promise.resolve({
        getPrimaryService: () =>
          Promise.resolve({ getCharacteristic: () => Promise.resolve(this.characteristic) }),
      });
    },
    disconnect: () => {
      this.isConnected = false;
      this.dispatchEvent(new Event('gattserverdisconnected'));
    },
  };
}

function installBluetooth(requestDevice: () => Promise<FakeDevice>): void {
  Object.defineProperty(navigator, 'bluetooth', { configurable: true, value: { requestDevice } });
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'bluetooth');
});

describe('openBluetoothLink', () => {
  it('receives the bytes of a device until it disconnects', async () => {
    const device = new FakeDevice();
    installBluetooth(() => Promise.resolve(device));
    const outcome = await openBluetoothLink();
    if (outcome.kind !== 'open') throw new Error(`expected an open link, got ${outcome.kind}`);
    const received: number[] = [];
    const ends: string[] = [];
    outcome.link.onBytes((bytes) => received.push(...bytes));
    outcome.link.onEnd((why) => ends.push(why));
    device.characteristic.send(Uint8Array.of(1, 2));
    device.characteristic.send(Uint8Array.of(3));
    expect(received).toEqual([1, 2, 3]);
    device.gatt.disconnect();
    expect(ends).toEqual(['unplugged']);
  });

  it('disconnects without an end event when the link closes', async () => {
    const device = new FakeDevice();
    installBluetooth(() => Promise.resolve(device));
    const outcome = await openBluetoothLink();
    if (outcome.kind !== 'open') throw new Error(`expected an open link, got ${outcome.kind}`);
    const ends: string[] = [];
    outcome.link.onEnd((why) => ends.push(why));
    outcome.link.close();
    expect([device.isConnected, ends]).toEqual([false, []]);
  });

  it('reports a cancelled choice', async () => {
    installBluetooth(() => Promise.reject(new DOMException('none chosen', 'NotFoundError')));
    expect(await openBluetoothLink()).toEqual({ kind: 'cancelled' });
  });
});
