import type { Profile } from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useEntry } from '../../../client/registration/entry-context.tsx';
import {
  createProfileClient,
  type ProfileClient,
} from '../../../client/registration/profile-client.ts';
import { ACCOUNT_KEY } from '../account-queries.ts';

export function useProfileClient(): ProfileClient {
  const { http } = useEntry();
  return useMemo(() => createProfileClient(http), [http]);
}

export function useProfile(): UseQueryResult<Profile> {
  const client = useProfileClient();
  return useQuery({ queryKey: [ACCOUNT_KEY, 'profile'], queryFn: client.read });
}
