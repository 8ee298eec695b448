import { describe, expect, it } from 'vitest';
import { tagChoices } from './TagInput.tsx';

describe('what a tag box offers', () => {
  const existingTags = ['Recall', 'Call back', 'Local'];

  it('offers known tags before a new one, those that begin with the text first', () => {
    expect(tagChoices('call', existingTags, [])).toEqual({ existing: ['Call back', 'Recall'], created: 'call' });
  });

  it('creates no second tag that differs in case only', () => {
    expect(tagChoices(' LOCAL ', existingTags, [])).toEqual({ existing: ['Local'], created: null });
  });

  it('leaves out what is used already', () => {
    expect(tagChoices('local', existingTags, ['Local'])).toEqual({ existing: [], created: null });
    expect(tagChoices('', existingTags, ['Recall'])).toEqual({ existing: ['Call back', 'Local'], created: null });
  });
});
