import { randomBytes } from 'node:crypto';
import type { DeviceAddress } from '@yamori/domain';
import type { Core } from '../../core/context.ts';
import type { Module } from '../../core/module.ts';
import { createSimilarSerialStore } from './similar-serials.ts';
import { createDevicePlacing } from './device-placing.ts';
import { deviceRoutes } from './device-routes.ts';
import { createDeviceStore } from './device-store.ts';
import { createLoanStore } from './loans/loan-store.ts';
import { openLoans, type Loans } from './loans/loans.ts';
import { createRecordedStore } from './recorded-store.ts';
import { createStayStore } from './stay-store.ts';

type DeviceModule = Module & { readonly loans: Loans };

/** Address shown to devices if none is configured: the default port of this host. */
const DEFAULT_ADDRESS: DeviceAddress = { host: null, port: 18_830, tls: false };

/** Registers devices, places them in rooms, and lends them. */
export function openDevices(
  core: Core,
  { address = DEFAULT_ADDRESS }: { readonly address?: DeviceAddress | undefined },
): DeviceModule {
  const { store, timeline, now } = core;
  const loans = openLoans({ ...core, store: createLoanStore(store) });
  return {
    loans,
    routes: deviceRoutes({
      devices: createDeviceStore(store),
      placing: createDevicePlacing(store),
      stays: createStayStore(store, timeline.assignments, now),
      recorded: createRecordedStore(core),
      alike: createSimilarSerialStore(core),
      randomBytes,
      now,
      address,
    }),
    close: loans.close,
  };
}
