import { describe, expect, it } from 'vitest';
import { correctWords, toSearchWords, wordsExpressions } from './expression.ts';

const expressionOf = (text: string) => wordsExpressions(text).others;

describe('the words of a text', () => {
  it('are lower case, without accents and punctuation', () => {
    expect(toSearchWords('Cañon City — "OTR" reefer/flatbed')).toEqual(['canon', 'city', 'otr', 'reefer', 'flatbed']);
  });

  it('know a CDL class as one word', () => {
    for (const text of ['CDL-A', 'cdl a', 'Class A', 'class-a']) expect(toSearchWords(text)).toContain('cdla');
  });
});

describe('the expression of a search', () => {
  it('matches a word in all its forms, and its beginning only on request', () => {
    expect(expressionOf('loads')).toBe(expressionOf('load'));
    expect(expressionOf('load')).toContain("'loading'");
    expect(expressionOf('load')).not.toContain(':*');
    expect(wordsExpressions('load', 'beginnings').others).toBe("'load':*");
  });

  it('finds a property by a word of its label, and by the beginning of one only on request', () => {
    expect(expressionOf('carrier')).toContain("'#type:livestockCarrier'");
    expect(expressionOf('carr')).not.toContain('#type');
    expect(wordsExpressions('carr', 'beginnings').others).toContain("'#type:livestockCarrier'");
  });

  it('needs only some of the words on request, and weighs words of the trade higher', () => {
    const { others, terms } = wordsExpressions('reefer zeppelin', 'some');
    expect(others).toContain(' | ');
    expect(terms.map(({ weight }) => weight)).toEqual([2, 1]);
    expect(wordsExpressions('alfa bravo charlie echo golf hotel india reefer', 'some').terms).toHaveLength(6);
  });

  it('matches whole words of the trade, in singular and plural alike', () => {
    expect(expressionOf('bus')).toContain("'bus'");
    expect(expressionOf('bus')).not.toContain("'bus':*");
    expect(expressionOf('tankers')).toBe(expressionOf('tanker'));
    expect(expressionOf('tanker')).toContain("'tankers'");
  });

  it('keeps words of most jobs apart', () => {
    const { common, others } = wordsExpressions('reefer drivers');
    expect(common).toContain("'drivers'");
    expect(others).toBe(expressionOf('reefer'));
    expect(wordsExpressions('driver')).toEqual({ common, others: null, terms: [] });
  });

  it('requires every word once and ignores fillers', () => {
    expect(wordsExpressions('payroll payroll shift jobs in the', 'beginnings').others).toBe("'payroll':* & 'shift':*");
  });

  it('finds facts of a job by the words of the trade', () => {
    expect(expressionOf('hazmat')).toContain("'#endorsement:H'");
    expect(expressionOf('home daily')).toContain("'#home:HD'");
    expect(expressionOf('texas')).toContain("'#state:TX'");
    expect(expressionOf('livestock')).toContain("'#type:livestockCarrier'");
  });

  it('reads a phrase before its words', () => {
    expect(expressionOf('over the road')).toContain("'otr'");
    expect(expressionOf('new york')).toContain("'#state:NY'");
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
    expect(expressionOf(text)).toContain(facet);
  });

  it('ignores Spanish fillers only among Spanish words', () => {
    expect(expressionOf('trabajo de volteo')).toBe(expressionOf('volteo'));
    expect(expressionOf('de')).toContain("'#state:DE'");
    expect(expressionOf('reefer la')).toContain("'#state:LA'");
  });

  it('ignores what every job is', () => {
    expect(expressionOf('truck driver jobs')).toBeNull();
    expect(expressionOf('choferes')).toBeNull();
  });

  it('finds the vehicles of a license class', () => {
    expect(expressionOf('class b')).toContain("'#cdl:dumpTruck'");
    expect(expressionOf('class b')).not.toContain("'#cdl:dryVan'");
  });

  it.each([
    ['cdl-b', "'#cdl:Class B'"],
    ['clase a', "'#cdl:Class A'"],
    ['no cdl', "'#cdl:No CDL'"],
    ['sin cdl', "'#cdl:No CDL'"],
  ])('finds the class that employers chose: %s', (text, facet) => {
    expect(expressionOf(text)).toContain(facet);
  });

  it('matches everything for an empty text and for fillers, nothing for signs alone', () => {
    expect(expressionOf('  ')).toBeNull();
    expect(expressionOf('jobs')).toBeNull();
    expect(expressionOf('"!?"')).toBe("'#nothing'");
  });

  it('matches nothing for more words than a person types', () => {
    const vocabulary = 'alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa'.split(
      ' ',
    );
    expect(expressionOf(vocabulary.join(' '))).not.toBe("'#nothing'");
    expect(expressionOf([...vocabulary, 'quebec'].join(' '))).toBe("'#nothing'");
  });

  it.each(["o'brien", 'back\\slash', "'; drop table", 'a:b & !c | (d)'])('reads %s as words', (text) => {
    expect(expressionOf(text)).toMatch(/^[a-z0-9 '():*&|#-]*$/i);
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
