import { usePersonName } from './use-person-name.ts';

/** The name alone, for lists of many people. */
export function PersonName({ userId }: { userId: string }) {
  return <>{usePersonName(userId)}</>;
}
