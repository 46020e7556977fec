import { readOnlyRule } from './collection-rule.ts';
import { roomsVisibleTo } from './room-rules.ts';

/** Accidents are seen by whoever sees their room and changed by commands only, so that nobody skips a step of their life. */
export const ACCIDENT_RULE = readOnlyRule(roomsVisibleTo);
