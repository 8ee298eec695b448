import { describe, expect, it } from 'vitest';
import { tagChoices } from './TagInput.tsx';

describe('what a tag box offers', () => {
  const existingTags = ['Recall', 'Call back', 'Local'];

  it('offers known tags before a new one, those that begin with the text first', () => {
    expect(tagChoices('call', existingTags, [])).toEqual({ existingTags: ['Call back', 'Recall'], newTag: 'call' });
  });

  it('creates no second tag that differs in case only', () => {
    expect(tagChoices(' LOCAL ', existingTags, [])).toEqual({ existingTags: ['Local'], newTag: null });
  });

  it('leaves out what is used already', () => {
    expect(tagChoices('local', existingTags, ['Local'])).toEqual({ existingTags: [], newTag: null });
    expect(tagChoices('', existingTags, ['Recall'])).toEqual({ existingTags: ['Call back', 'Local'], newTag: null });
  });
});
