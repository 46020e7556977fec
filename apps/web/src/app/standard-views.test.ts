import { standardViews, viewCollection, viewFaults } from '@yamori/domain';
import { describe, expect, it } from 'vitest';

describe('the views that every server has', () => {
  it.each(standardViews())('%s names what there is', (_, fields) => {
    expect(viewFaults(viewCollection.schema.strip().parse(fields))).toEqual([]);
  });
});
