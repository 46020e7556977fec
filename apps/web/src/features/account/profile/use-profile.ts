import { profileApi, type Profile } from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useHttp } from '../../../api/http-context.ts';
import { ACCOUNT_KEY } from '../account-queries.ts';

export function useProfile(): UseQueryResult<Profile> {
  const http = useHttp();
  return useQuery({
    queryKey: [ACCOUNT_KEY, 'profile'],
    queryFn: () => http.call(profileApi.read),
  });
}
