import { renderBurst, type AlarmBurst } from './alarm-tones.ts';

/** Audio output of alarms. */
export type SoundOutput = {
  /** Whether the browser allows sound; it requires a user gesture first. */
  readonly isOpen: () => boolean;
  /** Call it in a user gesture. */
  readonly open: () => void;
  /** Repeats the burst until the next call. `volume`: 0 to 1. */
  readonly play: (burst: AlarmBurst | null, volume: number) => void;
  readonly onChange: (listener: () => void) => void;
  /** Stops the sound; it can be opened again. */
  readonly close: () => void;
};

/** A burst with minutes of silence is rendered at a low rate: at 48 kHz it would take 58 MB. */
const LONG_BURST_MS = 60_000;
const LONG_BURST_RATE_HZ = 8000;

/**
 * Plays alarms by Web Audio. A burst with its silence loops in the audio thread, because timers of
 * background pages are throttled.
 */
export function createSoundOutput(createContext: () => AudioContext): SoundOutput {
  const listeners = new Set<() => void>();
  let context: AudioContext | null = null;
  let stop = (): void => undefined;

  const start = (): AudioContext => {
    if (context !== null) return context;
    const made = createContext();
    made.addEventListener('statechange', () => listeners.forEach((listener) => listener()));
    context = made;
    return made;
  };

  return {
    isOpen: () => context?.state === 'running',
    open: () =>
      void start()
        .resume()
        .catch(() => undefined),
    play(burst, volume) {
      stop();
      stop = (): void => undefined;
      if (burst === null || context === null) return;
      const source = context.createBufferSource();
      const rateHz = burst.everyMs > LONG_BURST_MS ? LONG_BURST_RATE_HZ : context.sampleRate;
      const samples = renderBurst(burst, rateHz);
      const buffer = context.createBuffer(1, samples.length, rateHz);
      buffer.copyToChannel(samples, 0);
      source.buffer = buffer;
      source.loop = true;
      const gain = context.createGain();
      gain.gain.value = volume;
      source.connect(gain).connect(context.destination);
      source.start();
      stop = () => {
        source.stop();
        gain.disconnect();
      };
    },
    onChange: (listener) => void listeners.add(listener),
    close() {
      stop();
      stop = () => undefined;
      const closing = context;
      context = null;
      closing?.close().catch(() => undefined);
    },
  };
}
