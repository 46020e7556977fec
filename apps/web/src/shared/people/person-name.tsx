import { usePersonName } from './use-person-name.ts';

/** The name alone, where a list has many people. */
export function PersonName({ userId }: { userId: string }) {
  return <>{usePersonName(userId)}</>;
}
