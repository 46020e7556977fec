import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  ACCESS_LEVELS,
  encodeFields,
  standardDeviceTypes,
  standardStreams,
  type Write,
} from '@yamori/domain';
import { DEMONSTRATION_PASSWORD } from '../modules/identity/passwords/password-rule.ts';
import { DEMONSTRATION_GROUPS, DEMONSTRATION_MEMBERS } from './accounts.ts';
import { domainDocuments, DOMAIN_IDS, findRoot, type DomainKey } from './domains.ts';
import { loanDocuments, spareDevices } from './loans.ts';
import { demoRooms, type DemoDevice } from './rooms.ts';
import { readKeys, writeKeys } from './device-keys.ts';
import { GROUP_WORDS, MEMBER_WORDS } from './locales/ward-words.ts';

/** Dependencies of seeding. */
export type DemoContext = {
  /** Which of these documents exist. */
  readonly present: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly commit: (writes: readonly Write[]) => Promise<void>;
  readonly findUserId: (email: string) => Promise<string | null>;
  /** Hashes without the rule for passwords, which refuses the published one. */
  readonly hashPassword: (password: string) => Promise<string>;
  readonly createUser: (user: {
    readonly email: string;
    readonly password: { readonly hash: string };
    readonly name: string;
    readonly userId: string;
  }) => Promise<string>;
  /** Creates a device key, and its hash for the store. */
  readonly keys: { readonly fresh: () => string; readonly hashKey: (key: string) => string };
  readonly dataFolder: string;
  readonly now: () => Date;
  readonly log: Logger;
};

type Fields = Readonly<Record<string, unknown>>;

export const devicesFile = (dataFolder: string): string =>
  join(dataFolder, 'demonstration', 'devices.json');

/**
 * Creates the missing documents of the demo and leaves existing ones unchanged. @returns the number
 * of documents created
 */
export async function seedDemo(context: DemoContext): Promise<number> {
  const members = await ensureMembers(context);
  // One commit for organisations, groups and group members, so that a start completes an
  // interrupted one, and groups that users deleted stay deleted.
  let made = await createMissing(context, [
    ...domainDocuments().map(
      ([path, fields]) => [path, { ...fields, ...listGroups(path, members.userIds) }] as const,
    ),
    ...standardDeviceTypes(),
    ...members.documents,
  ]);
  const rooms = demoRooms(members.individualUserId);
  made += await createMissing(
    context,
    rooms.map(({ roomId, fields }) => [`room/${roomId}`, fields]),
  );
  made += await ensureDevices(
    context,
    rooms.flatMap((room) => room.devices),
  );
  made += await createMissing(context, [...spareDevices(), ...loanDocuments(context.now())]);
  context.log.info({ made, rooms: rooms.length }, 'demo seeded');
  return made;
}

async function createMissing(
  context: DemoContext,
  documents: readonly (readonly [path: string, fields: Fields])[],
): Promise<number> {
  const present = await context.present(documents.map(([path]) => path));
  const missing = documents.filter(([path]) => !present.has(path));
  if (missing.length > 0)
    await context.commit(
      missing.map(([path, fields]) => ({
        kind: 'create',
        path,
        data: encodeFields(fields, false),
      })),
    );
  return missing.length;
}

async function ensureMembers(context: DemoContext): Promise<{
  documents: (readonly [string, Fields])[];
  individualUserId: string;
  userIds: ReadonlyMap<string, string>;
}> {
  const documents: (readonly [string, Fields])[] = [];
  let individualUserId = '';
  const userIds = new Map<string, string>();
  // A hash takes a tenth of a second, and this password is public anyway.
  const hashing: { once?: Promise<string> } = {};
  const hashOnce = (): Promise<string> =>
    (hashing.once ??= context.hashPassword(DEMONSTRATION_PASSWORD));
  const known = await context.present(DEMONSTRATION_MEMBERS.map(({ userId }) => `staff/${userId}`));
  for (const { userId: ownId, levelName, email, domainId } of DEMONSTRATION_MEMBERS) {
    const words = MEMBER_WORDS[levelName];
    // An existing member may have changed their address.
    const userId = known.has(`staff/${ownId}`)
      ? ownId
      : ((await context.findUserId(email)) ??
        (await context.createUser({
          userId: ownId,
          email,
          password: { hash: await hashOnce() },
          name: words.name,
        })));
    if (levelName === 'individualUser') individualUserId = userId;
    userIds.set(levelName, userId);
    documents.push([
      `staff/${userId}`,
      {
        userId,
        domainId,
        rootDomainId: findRoot(findDomainKey(domainId)),
        ...words,
        accessLevel: ACCESS_LEVELS[levelName],
        email,
        state: 'active',
      },
    ]);
  }
  return { documents, individualUserId, userIds };
}

function listGroups(path: string, userIds: ReadonlyMap<string, string>): Fields {
  const groups = DEMONSTRATION_GROUPS.filter(({ domainId }) => path === `domain/${domainId}`);
  if (groups.length === 0) return {};
  return {
    escalation: groups.map(({ name, levelNames }) => ({
      name: GROUP_WORDS[name],
      userIds: levelNames.flatMap((level) => userIds.get(level) ?? []),
      afterMinutes: null,
    })),
  };
}

function findDomainKey(domainId: string): DomainKey {
  // Object.keys loses the key type; the keys are exactly DomainKey.
  const found = (Object.keys(DOMAIN_IDS) as DomainKey[]).find(
    (key) => DOMAIN_IDS[key] === domainId,
  );
  if (found === undefined) throw new Error(`no demo organisation ${domainId}`);
  return found;
}

/**
 * Writes the keys to the file before it stores their hashes, so that the next start can complete an
 * interrupted one.
 */
async function ensureDevices(
  context: DemoContext,
  devices: readonly DemoDevice[],
): Promise<number> {
  const file = devicesFile(context.dataFolder);
  const known = await readKeys(file);
  const keyed = devices.map((device) => ({
    device,
    key: known.get(device.serial) ?? context.keys.fresh(),
  }));
  await writeKeys(
    file,
    keyed.map(({ device, key }) => ({
      serial: device.serial,
      typeCode: device.typeCode,
      key,
      roomName: device.roomName,
      streams: standardStreams(device.typeCode),
    })),
  );
  const present = await context.present(devices.map((device) => `device/${device.serial}`));
  const rekeyed = keyed.filter(
    ({ device }) => present.has(`device/${device.serial}`) && !known.has(device.serial),
  );
  if (rekeyed.length > 0) {
    await context.commit(
      rekeyed.map(({ device, key }) => ({
        kind: 'update',
        path: `device/${device.serial}`,
        fields: [{ field: ['keyHash'], value: context.keys.hashKey(key) }],
      })),
    );
  }
  return createMissing(
    context,
    keyed.map(({ device, key }) => [
      `device/${device.serial}`,
      {
        serial: device.serial,
        typeId: device.typeCode,
        domainId: device.domainId,
        rootDomainId: device.rootDomainId,
        roomId: device.roomId,
        firmware: '1.4.2',
        connection: 'network',
        keyHash: context.keys.hashKey(key),
      },
    ]),
  );
}
