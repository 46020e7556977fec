import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';
import { roomLive } from '../live/room-live.ts';
import { parameterOverrides } from './organisation.ts';

export const SEXES = ['female', 'male', 'other', 'unknown'] as const;

export const roomCollection = defineCollection('room', null, ['domainId', 'name'], {
  domainId: z.string(),
  rootDomainId: z.string(),
  name: z.string().min(1).max(60),
  building: z.string().max(60).default(''),
  floor: z.string().max(20).default(''),
  tags: z.array(z.string().min(1).max(40)).max(20).default([]),
  capacity: z.int().min(1).max(20).default(1),
  occupant: z
    .strictObject({
      alias: z.string().max(60),
      sex: z.enum(SEXES),
      birthYear: z.int().min(1900).max(2100).nullable(),
      note: z.string().max(2000),
    })
    .nullable()
    .default(null),
  deviceSerials: z.array(z.string()).max(16).default([]),
  /** Users outside the organisation who may view this room: an individual and their family. */
  sharedWith: z.array(z.string()).max(50).default([]),
  viewId: z.string().nullable().default(null),
  parameterOverrides: parameterOverrides.default({}),
  /** When the room was archived. Boards and counts omit it; its nights remain. */
  archivedAt: z.date().nullable().default(null),
  live: roomLive.nullable().default(null),
});

/**
 * A staff note on a moment or interval of a room's timeline. `createdAt` is when it was written, in
 * server time.
 */
export const noteCollection = defineCollection('note', 'room', null, {
  from: z.date(),
  /** Null for a single moment. */
  to: z.date().nullable().default(null),
  text: z.string().max(1000).regex(/\S/),
  writtenBy: z.string(),
});
