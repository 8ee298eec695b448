import { describe, expect, it } from 'vitest';
import { correctWords, termsOfTrade, toSearchWords, wordsExpression } from './expression.ts';

describe('the words of a text', () => {
  it('are lower case, without accents and punctuation', () => {
    expect(toSearchWords('Cañon City — "OTR" reefer/flatbed')).toEqual(['canon', 'city', 'otr', 'reefer', 'flatbed']);
  });

  it('know a CDL class as one word', () => {
    for (const text of ['CDL-A', 'cdl a', 'Class A', 'class-a']) expect(toSearchWords(text)).toContain('cdla');
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

  it.each([
    ['chofer de volteo', "'#type:dumpTruck'"],
    ['caja seca', "'#type:dryVan'"],
    ['casa todos los días', "'#home:HD'"],
    ['sin experiencia', "'#experience:CS'"],
    ['materiales peligrosos', "'#endorsement:H'"],
    ['autobús escolar', "'#endorsement:S'"],
    ['dueño operador', "'#type:ownerOperator'"],
  ])('finds facts of a job by Spanish words: %s', (text, facet) => {
    expect(wordsExpression(text)).toContain(facet);
  });

  it('ignores Spanish fillers only among Spanish words', () => {
    expect(wordsExpression('trabajo de volteo')).toBe(wordsExpression('volteo'));
    expect(wordsExpression('de')).toContain("'#state:DE'");
    expect(wordsExpression('reefer la')).toContain("'#state:LA'");
  });

  it('ignores what every job is', () => {
    expect(wordsExpression('truck driver jobs')).toBeNull();
    expect(wordsExpression('choferes')).toBeNull();
  });

  it('finds the vehicles of a license class', () => {
    expect(wordsExpression('class b')).toContain("'#cdl:dumpTruck'");
    expect(wordsExpression('class b')).not.toContain("'#cdl:dryVan'");
  });

  it.each([
    ['cdl-b', "'#cdl:Class B'"],
    ['clase a', "'#cdl:Class A'"],
    ['no cdl', "'#cdl:No CDL'"],
    ['sin cdl', "'#cdl:No CDL'"],
  ])('finds the class that employers chose: %s', (text, facet) => {
    expect(wordsExpression(text)).toContain(facet);
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

describe('the terms of the trade', () => {
  it.each([
    ['fuel tanker hazmat', 'tanker hazmat'],
    ['company that trains students', 'students'],
    ['dump truck', null],
    ['Prairie Freight', null],
  ])('in %s', (text, terms) => {
    expect(termsOfTrade(text)).toBe(terms);
  });
});

describe('a misspelled word', () => {
  it.each([
    ['flatbd', 'flatbed'],
    ['hazmatt tankr', 'hazmat tanker'],
    ['regonal dry van', 'regional dry van'],
    ['refrigerado', null],
    ['reefer Omaha', null],
    ['Prairie', null],
  ])('%s', (text, corrected) => {
    expect(correctWords(text)).toBe(corrected);
  });
});
