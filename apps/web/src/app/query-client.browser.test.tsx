import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { ProblemError } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { QueryBoundary } from '../kit/pages/loaded.tsx';
import { renderUi } from '../kit/testing/ui-fixture.tsx';
import { openQueries } from './query-client.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const server = { up: false };

function Asked() {
  const query = useQuery({
    queryKey: ['asked'],
    retry: false,
    queryFn: async () => {
      if (!server.up) throw new ProblemError('network-unreachable');
      return 'the answer';
    },
  });
  return <QueryBoundary query={query}>{(answer) => <p>{answer}</p>}</QueryBoundary>;
}

describe('openQueries', () => {
  it('retries a failed query when the browser is online again', async () => {
    server.up = false;
    const fixture = await renderUi(
      <QueryClientProvider client={openQueries()}>
        <Asked />
      </QueryClientProvider>,
    );
    cleanups.push(fixture.end);
    await expect.element(page.getByRole('button', { name: 'もう一度試す' })).toBeVisible();
    globalThis.dispatchEvent(new Event('offline'));
    server.up = true;
    globalThis.dispatchEvent(new Event('online'));
    await expect.element(page.getByText('the answer')).toBeVisible();
  });
});
