import type { StandardDeviceType } from '@yamori/domain';
import { DOMAIN_IDS, findRoot, type DomainKey } from './domains.ts';
import {
  BUILDING_WORDS,
  FLOOR_WORDS,
  HOME_ROOM_NAME,
  OCCUPANT_ALIASES,
  roomName,
  TAG_WORDS,
} from './locales/ward-words.ts';

export type DemoDevice = {
  readonly serial: string;
  readonly typeCode: StandardDeviceType;
  readonly domainId: string;
  readonly rootDomainId: string;
  readonly roomId: string;
  readonly roomName: string;
};
export type DemoRoom = {
  readonly roomId: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly devices: readonly DemoDevice[];
};

type Plan = {
  readonly domain: DomainKey;
  readonly key: string;
  readonly name: string;
  readonly building: string;
  readonly floor: string;
  readonly devices: readonly StandardDeviceType[];
  readonly tags?: readonly string[];
  readonly empty?: boolean;
};

const akane = (
  number: number,
  devices: readonly StandardDeviceType[],
  more: Partial<Plan> = {},
): Plan => ({
  domain: 'akane',
  key: `akane-${number}`,
  name: roomName(number),
  building: BUILDING_WORDS.main,
  floor: number < 300 ? FLOOR_WORDS.second : FLOOR_WORDS.third,
  devices,
  ...more,
});
const mizuki = (
  number: number,
  devices: readonly StandardDeviceType[],
  more: Partial<Plan> = {},
): Plan => ({
  domain: 'mizuki',
  key: `mizuki-${number}`,
  name: roomName(number),
  building: number < 106 ? BUILDING_WORDS.east : BUILDING_WORDS.west,
  floor: FLOOR_WORDS.first,
  devices,
  ...more,
});

// Fourteen and ten rooms, and one at home. No room number ends in 4, as is usual in Japan. Each
// kind of stream has its own device in at least two rooms, so that every raw screen offers a
// choice. One room is empty.
const PLANS: readonly Plan[] = [
  akane(201, ['bed-multi', 'ecg'], { tags: [TAG_WORDS.heart] }),
  akane(202, ['bed-multi'], { tags: [TAG_WORDS.fallRisk] }),
  akane(203, ['bed-multi', 'eit', 'ecg'], { tags: [TAG_WORDS.breathing, TAG_WORDS.heart] }),
  akane(205, ['bed-multi', 'respihr']),
  akane(206, ['bed-multi'], { tags: [TAG_WORDS.nightWalk, TAG_WORDS.fallRisk] }),
  akane(207, ['bed-multi', 'respihr']),
  akane(208, ['bed-multi'], { tags: [TAG_WORDS.newcomer] }),
  akane(301, ['bed-multi', 'eit'], { tags: [TAG_WORDS.breathing] }),
  akane(302, ['bed-multi']),
  akane(303, ['bed-multi', 'ecg'], { tags: [TAG_WORDS.heart] }),
  akane(305, ['respi-axl', 'temperature', 'button']),
  akane(306, ['bed-multi'], { tags: [TAG_WORDS.shortStay] }),
  akane(307, ['impe', 'respihr', 'button'], { tags: [TAG_WORDS.breathing] }),
  akane(308, ['bed-multi']),
  mizuki(101, ['bed-multi']),
  mizuki(102, ['bed-multi', 'ecg'], { tags: [TAG_WORDS.heart] }),
  mizuki(103, ['respi-axl', 'button'], { tags: [TAG_WORDS.fallRisk] }),
  mizuki(105, ['bed-multi']),
  mizuki(106, ['bed-multi', 'respihr']),
  mizuki(107, ['impe', 'temperature', 'button']),
  mizuki(108, ['bed-multi'], { tags: [TAG_WORDS.nightWalk] }),
  mizuki(110, ['bed-multi']),
  mizuki(111, ['bed-multi'], { empty: true }),
  mizuki(112, ['bed-multi'], { tags: [TAG_WORDS.newcomer] }),
  {
    domain: 'individual',
    key: 'home',
    name: HOME_ROOM_NAME,
    building: BUILDING_WORDS.home,
    floor: FLOOR_WORDS.home,
    devices: ['bed-multi', 'respihr'],
  },
];

/** The rooms with their devices. The room at home is shared with `individualUserId`. */
export const demoRooms = (individualUserId: string): readonly DemoRoom[] =>
  PLANS.map((plan, index) => {
    const roomId = `demo-${plan.key}`;
    const place = { domainId: DOMAIN_IDS[plan.domain], rootDomainId: findRoot(plan.domain) };
    const devices = plan.devices.map((typeCode): DemoDevice => ({
      serial: `DEMO-${plan.key.toUpperCase()}-${typeCode.toUpperCase()}`,
      typeCode,
      roomId,
      roomName: plan.name,
      ...place,
    }));
    return {
      roomId,
      devices,
      fields: {
        ...place,
        name: plan.name,
        building: plan.building,
        floor: plan.floor,
        tags: plan.tags ?? [],
        occupant: plan.empty === true ? null : createOccupant(index),
        deviceSerials: devices.map((device) => device.serial),
        sharedWith: plan.domain === 'individual' ? [individualUserId] : [],
      },
    };
  });

/** Invented people between 78 and 97, more women than men, as is typical. */
const createOccupant = (index: number) => ({
  alias: OCCUPANT_ALIASES[index] ?? '',
  sex: index % 3 === 1 ? 'male' : 'female',
  birthYear: 1929 + ((index * 7) % 20),
  note: '',
});
