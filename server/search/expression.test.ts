import { describe, expect, it } from 'vitest';
import { searchWords, wordsExpression } from './expression.ts';

describe('the words of a text', () => {
  it('are lower case, without accents and punctuation', () => {
    expect(searchWords('Cañon City — "OTR" reefer/flatbed')).toEqual(['canon', 'city', 'otr', 'reefer', 'flatbed']);
  });

  it('know a CDL class as one word', () => {
    for (const text of ['CDL-A', 'cdl a', 'Class A', 'class-a']) expect(searchWords(text)).toContain('cdla');
  });
});

describe('the expression of a search', () => {
  it('matches the beginning of a word, in singular and plural alike', () => {
    expect(wordsExpression('drivers')).toBe(wordsExpression('driver'));
    expect(wordsExpression('driver')).toContain("'driver':*");
  });

  it('requires every word once and ignores fillers', () => {
    expect(wordsExpression('fuel fuel shift jobs in the')).toBe("'fuel':* & 'shift':*");
  });

  it('finds facts of a job by the words of the trade', () => {
    expect(wordsExpression('hazmat')).toContain("'#endorsement:H'");
    expect(wordsExpression('home daily')).toContain("'#home:HD'");
    expect(wordsExpression('texas')).toContain("'#state:TX'");
    expect(wordsExpression('livestock')).toContain("'#type:livestockCarrier'");
  });

  it('reads a phrase before its words', () => {
    expect(wordsExpression('over the road')).toContain("'otr'");
    expect(wordsExpression('new york')).toContain("'#state:NY'");
  });

  it('matches everything for an empty text and for fillers, nothing for signs alone', () => {
    expect(wordsExpression('  ')).toBeNull();
    expect(wordsExpression('jobs')).toBeNull();
    expect(wordsExpression('"!?"')).toBe("'#nothing'");
  });

  it('matches nothing for more words than a person types', () => {
    const vocabulary = 'alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa'.split(
      ' ',
    );
    expect(wordsExpression(vocabulary.join(' '))).not.toBe("'#nothing'");
    expect(wordsExpression([...vocabulary, 'quebec'].join(' '))).toBe("'#nothing'");
  });

  it.each(["o'brien", 'back\\slash', "'; drop table", 'a:b & !c | (d)'])('reads %s as words', (text) => {
    expect(wordsExpression(text)).toMatch(/^[a-z0-9 '():*&|#-]*$/i);
  });
});
