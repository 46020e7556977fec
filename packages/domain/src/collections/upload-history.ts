import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

export const UPLOAD_STATES = ['uploading', 'checking', 'storing', 'analysing', 'done', 'failed', 'undone'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** One imported file of a room; the same bytes twice are the same document. */
export const uploadHistoryCollection = defineCollection('uploadHistory', 'room', ['sha256'], {
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string().min(1).max(255),
  sizeBytes: z.int().min(0),
  format: z.string().max(20),
  deviceSerial: z.string().max(40).nullable(),
  from: z.date().nullable(),
  to: z.date().nullable(),
  streams: z.array(z.string().max(40)).max(64).default([]),
  frames: z.int().min(0).default(0),
  badFrames: z.int().min(0).default(0),
  gaps: z.int().min(0).default(0),
  state: z.enum(UPLOAD_STATES),
  /** Done part of the present state, 0 to 1. */
  progress: z.number().min(0).max(1).default(0),
  /** Code of the problem that ended it. */
  error: z.string().max(120).nullable().default(null),
  uploadedBy: z.string(),
});
