import { foldText } from '#shared/fold-text.ts';
import type { Language } from '#shared/texts/texts.ts';
import { type Synonym, type TradeTerm, tradeTerms } from './trade-terms.ts';
import { singular } from './word-forms.ts';

const termsOf = ({ english, spanish = '' }: TradeTerm): string[] =>
  [...english.split('|'), ...foldText(spanish).split('|')].filter(Boolean);

const synonyms = new Map(tradeTerms.flatMap((entry) => termsOf(entry).map((term) => [term, entry] as const)));

/** The meaning of a term in lowercase with single spaces. */
export const findSynonym = (term: string): Synonym | undefined => synonyms.get(term);

/** Words of the trade that are neither a term above nor the label of a property. They only correct typing errors. */
const otherWords = `company driver freight load haul hauler hauling solo experience weekly daily home pay bonus benefits insurance
  route overtime terminal warehouse logistics transport trailer truck`.split(/\s+/);

/** Every word that a term contains, to correct typing errors. */
export const tradeWords: ReadonlySet<string> = new Set([
  ...[...synonyms.keys()].flatMap((term) => term.split(' ')),
  ...otherWords,
]);

/** Whether a single word is one that searches know, so that it is no name of a place. */
export function isWordOfTrade(text: string): boolean {
  const word = foldText(text);
  const lists = [tradeWords, stopWords, commonWords, spanishWords];
  return lists.some((list) => list.has(word) || list.has(singular(word)));
}

/** Words that are ignored, because they do not describe a job. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an and are around at by for from i im in is job jobs looking me my near nearby need of on or that the to want who with work'.split(
    ' ',
  ),
);

/**
 * Words that most jobs contain. The index lists every job for them, so a search looks for them only in the jobs that its other
 * conditions find.
 */
export const commonWords: ReadonlySet<string> = new Set('cdl driver drivers truck trucks'.split(' '));

/** Spanish words that are ignored if a text has a Spanish word. Alone, some are states: `DE`, `LA`, `AL`. */
export const spanishStopWords: ReadonlySet<string> = new Set(
  'a al busco cerca con de del el empleo empleos en es la las lo los me mi necesito no o para por que quiero se soy su te trabajo trabajos trabajar un una y yo'.split(
    ' ',
  ),
);

const englishWords = new Set(tradeTerms.flatMap(({ english }) => english.split(/[| ]/)));

const spanishWords: ReadonlySet<string> = new Set([
  ...tradeTerms
    .flatMap(({ spanish = '' }) => foldText(spanish).split(/[| ]/))
    .filter((word) => word.length > 2 && !englishWords.has(word)),
  ...[...spanishStopWords].filter((word) => word.length > 3),
]);

export const isSpanish = (words: readonly string[]): boolean => words.some((word) => spanishWords.has(word));

/** License classes are filters of their own, and abbreviations are not suggested. */
const isSuggested = ({ isIgnored, english }: TradeTerm) => !isIgnored && !/^(?:cdl.?|p d)(?:\||$)/.test(english);

/** The words of the trade that are suggested while a driver types. */
export const suggestedWords = (language: Language): string[] =>
  tradeTerms
    .filter(isSuggested)
    .map(({ english, spanish }) => ((language === 'es' && spanish) || english).split('|')[0] ?? '')
    .toSorted();
