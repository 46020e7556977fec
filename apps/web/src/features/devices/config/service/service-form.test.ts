import { describe, expect, it } from 'vitest';
import { readFigures } from './service-form.tsx';

describe('figures of a calibration', () => {
  it('each line has one figure, in characters of any width', () => {
    expect(readFigures('gain = 1.02\n\n オフセット：-3\nＣ＝２')).toEqual({
      gain: 1.02,
      オフセット: -3,
      C: 2,
    });
  });
  it.each(['', 'gain', 'gain = much', '= 3', `${'a'.repeat(41)} = 1`, 'gain = 1\nand more'])(
    '%j gives no figures',
    (text) => expect(readFigures(text)).toBeNull(),
  );
});
