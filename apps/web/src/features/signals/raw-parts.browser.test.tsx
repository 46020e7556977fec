import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { DeviceReport, StreamReport } from '../../live/chart/engine/chart-report.ts';
import type { RulerPosition } from '../../live/chart/engine/trace-view.ts';
import { startTranslation } from '../../locales/translation.ts';
import { ButtonState, EventHistory } from './event-panel.tsx';
import { NumberPanel } from './number-panel.tsx';
import { RulerOverlay } from './ruler-overlay.tsx';

const aStream = (more: Partial<StreamReport> = {}): StreamReport => ({
  streamId: 6,
  kind: 'temperature',
  channels: 1,
  unit: '°C',
  sampleRateHz: 1,
  latest: [36.42],
  ageSeconds: 3,
  quality: { measured: 1, saturated: 0, noisy: 0, swing: 0.1 },
  gaps: 0,
  lostFrames: 0,
  lateFrames: 0,
  ...more,
});
const aDevice = (more: Partial<DeviceReport> = {}): DeviceReport => ({
  serial: 'YM-1',
  state: { kind: 'watched' },
  declared: ['temperature'],
  streams: [aStream()],
  heartRate: { kind: 'none' },
  respirationRate: { kind: 'none' },
  events: [],
  droppedFrames: 0,
  badFrames: 0,
  delayMs: null,
  ...more,
});

async function shown(content: ReactNode): Promise<HTMLElement> {
  const translation = await startTranslation('ja');
  const holder = document.createElement('div');
  document.body.append(holder);
  flushSync(() =>
    createRoot(holder).render(<I18nextProvider i18n={translation}>{content}</I18nextProvider>),
  );
  return holder;
}

afterEach(() => document.body.replaceChildren());

describe('the numbers of a device', () => {
  it('a fresh value has its age and a mark as an estimate', async () => {
    const panel = await shown(<NumberPanel devices={[aDevice()]} kinds={null} />);
    expect(panel.textContent).toContain('36.4');
    expect(panel.textContent).toContain('参考値');
    expect(panel.textContent).toContain('3秒前');
  });

  it('a value past its maximum age is hidden', async () => {
    const device = aDevice({
      streams: [aStream({ ageSeconds: 121 })],
      heartRate: { kind: 'value', value: 72, certainty: 1, ageSeconds: 16 },
    });
    const panel = await shown(<NumberPanel devices={[device]} kinds={null} />);
    expect(panel.textContent).not.toContain('36.4');
    expect(panel.textContent).not.toContain('72');
    expect(panel.querySelectorAll('[data-missing="true"]')).toHaveLength(2);
  });

  it('a missing rate gives its reason', async () => {
    const panel = await shown(
      <NumberPanel
        devices={[aDevice({ heartRate: { kind: 'uncertain', reason: 'noisy' } })]}
        kinds={null}
      />,
    );
    expect(panel.textContent).toContain('雑音');
  });

  it('the respiration rate is hidden while the person moves, regardless of which device measures it', async () => {
    const counts = aDevice({
      serial: 'YM-2',
      respirationRate: { kind: 'value', value: 22, certainty: 1, ageSeconds: 1 },
    });
    const still = await shown(<NumberPanel devices={[aDevice(), counts]} kinds={null} />);
    expect(still.textContent).toContain('22');
    const moving = await shown(
      <NumberPanel
        devices={[aDevice({ respirationRate: { kind: 'uncertain', reason: 'movement' } }), counts]}
        kinds={null}
      />,
    );
    expect(moving.textContent).not.toContain('22');
    expect(moving.textContent?.match(/体動/g)).toHaveLength(2);
  });
});

describe('the button', () => {
  it('the panel shows whether it is pressed and its events, newest first', async () => {
    const events = [
      { timeMs: 1000, code: 1 },
      { timeMs: 3000, code: 2 },
      { timeMs: 9000, code: 3 },
    ];
    const panel = await shown(
      <>
        <ButtonState devices={[aDevice({ events })]} />
        <EventHistory devices={[aDevice({ events })]} />
      </>,
    );
    expect(panel.querySelector('output')?.textContent).toBe('押されています');
    expect([...panel.querySelectorAll('li span')].map((item) => item.textContent)).toEqual([
      '長押し',
      '離した',
      '押した',
    ]);
  });
});

describe('the ruler', () => {
  function Held({ onMove }: { onMove: (cursors: RulerPosition) => void }) {
    const [cursors, setCursors] = useState<RulerPosition>([0.2, 0.6]);
    return (
      <div style={{ position: 'relative', width: 400, height: 100 }}>
        <RulerOverlay
          cursors={cursors}
          onMove={(next) => {
            setCursors(next);
            onMove(next);
          }}
        />
      </div>
    );
  }

  it('keys move its cursors, but never off the chart', async () => {
    let last: RulerPosition = [0, 0];
    const held = await shown(
      <Held
        onMove={(cursors) => {
          last = cursors;
        }}
      />,
    );
    const [first, second] = held.querySelectorAll<HTMLElement>('[role="slider"]');
    first?.focus();
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
    expect(last[0]).toBeCloseTo(0.222);
    second?.focus();
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(last[1]).toBe(1);
  });
});
