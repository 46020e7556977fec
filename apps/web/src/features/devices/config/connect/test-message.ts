import type { StreamDeclaration } from '@yamori/domain';

/** From the page to the worker of a device test, in addition to the drawing commands. */
export type DeviceBytes =
  | { readonly type: 'device-streams'; readonly streams: readonly StreamDeclaration[] }
  | { readonly type: 'device-bytes'; readonly bytes: Uint8Array };

/** Both ends are built from this file in one build, so the tag alone identifies the type. */
export const isDeviceBytes = (data: unknown): data is DeviceBytes =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  (data.type === 'device-streams' || data.type === 'device-bytes');
