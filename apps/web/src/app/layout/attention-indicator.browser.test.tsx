import { afterEach, describe, expect, it } from 'vitest';
import { aRoom } from '../../features/board/testing/room-builders.ts';
import { renderLive } from '../../features/signals/testing/live-fixture.tsx';
import { LinkContext, type ConnectionStatus } from '../../shared/connection/link-context.tsx';
import { RoomsNeedingAttentionProvider } from '../../shared/room-state/rooms-needing-attention.tsx';
import {
  anAccident,
  aGoing,
  aLive,
  aRing,
  NIGHT,
} from '../../shared/room-state/testing/live-builder.ts';
import { AttentionIndicator } from './attention-indicator.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function sign(
  rooms: Parameters<typeof aRoom>[1][],
  status: ConnectionStatus = { kind: 'live' },
) {
  const screen = () => (
    <LinkContext value={{ current: () => status, subscribe: () => () => undefined }}>
      <RoomsNeedingAttentionProvider>
        <AttentionIndicator />
      </RoomsNeedingAttentionProvider>
    </LinkContext>
  );
  const fixture = await renderLive({
    address: '/',
    screen,
    rooms: rooms.map((change, index) => aRoom(`r${index}`, change)),
  });
  cleanups.push(() => fixture.end());
  return {
    ...fixture,
    says: () =>
      expect.poll(() => {
        const link = fixture.place.querySelector('a');
        return `${link?.textContent} ${link?.dataset['tone']}`;
      }),
  };
}

const long = new Date(NIGHT.getTime() - 3_600_000);

describe('AttentionIndicator in the bar above every screen', () => {
  it.each<[string, Parameters<typeof aRoom>[1][], string]>([
    [
      'nothing',
      [
        {},
        { live: null },
        { live: aLive({ presence: 'outOfBed' }) },
        { live: aLive({ fault: 'batteryLow' }) },
      ],
      '要対応なし none',
    ],
    ['a call', [{}, { live: aLive({ call: aRing() }) }], '要対応1室 danger'],
    ['an accident', [{ live: aLive({ accidents: [anAccident()] }) }], '要対応1室 danger'],
    [
      'a call that somebody goes to',
      [{ live: aLive({ call: aGoing('佐藤') }) }],
      '要対応1室 information',
    ],
    [
      'one that somebody was at',
      [
        {
          live: aLive({
            call: null,
          }),
        },
      ],
      '要対応なし none',
    ],
    [
      'a long absence and a silent device',
      [
        { live: aLive({ presence: 'outOfBed', presenceSince: long }) },
        { live: aLive({ fault: 'deviceOffline' }) },
      ],
      '要対応2室 warning',
    ],
    [
      'several reasons in one room',
      [
        {
          live: aLive({
            call: aRing(),
            accidents: [anAccident()],
            presence: 'outOfBed',
            presenceSince: long,
            fault: 'sensorOff',
          }),
        },
      ],
      '要対応1室 danger',
    ],
  ])('counts %s', async (_what, rooms, words) => {
    await (await sign(rooms)).says().toBe(words);
  });

  it('follows a call from its press to its end', async () => {
    const { putRoom, says } = await sign([{}]);
    await says().toBe('要対応なし none');
    putRoom(aRoom('r0', { live: aLive({ call: aRing() }) }));
    await says().toBe('要対応1室 danger');
    putRoom(aRoom('r0', { live: aLive({ call: aGoing('佐藤') }) }));
    await says().toBe('要対応1室 information');
    putRoom(
      aRoom('r0', {
        live: aLive({
          call: null,
        }),
      }),
    );
    await says().toBe('要対応なし none');
  });

  it.each<ConnectionStatus>([
    { kind: 'lost', since: NIGHT },
    { kind: 'refused', code: 'session-ended' },
  ])('shows no count without a connection, regardless of earlier data: $kind', async (status) => {
    await (await sign([{}], status)).says().toBe('要対応不明 warning');
    cleanups.splice(0).forEach((cleanup) => cleanup());
    await (
      await sign([{ live: aLive({ call: aRing() }) }], status)
    )
      .says()
      .toBe('要対応不明 warning');
  });
});
