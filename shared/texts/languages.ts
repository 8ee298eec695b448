/**
 * The languages of the product, each with its own name for itself. The first one is the source. Each language has a catalogue
 * in this folder, whose file and export are named by the code. To add a language, add its catalogue and a line to each list of
 * this file.
 */
export const languageNames = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languageNames;
type ByLanguage<Value> = Readonly<Record<Language, Value>>;

/** Frequent words that the other languages do not have. They tell the language of a text. */
export const frequentWords: ByLanguage<string> = {
  en: 'the and of to in for with your you our we is are will must per week day days home driver drivers',
  es: 'el la los las y de del en para con su sus nuestro se es son un una por semana casa chofer choferes',
};

/** The number words from 1 to 20. */
export const numbersToTwenty: ByLanguage<string> = {
  en: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  es: 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
};

/** Other number words with their values. */
export const largeNumbers: ByLanguage<Readonly<Record<string, number>>> = {
  en: {
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
    dozen: 12,
    hundred: 100,
    thousand: 1000,
  },
  es: {
    treinta: 30,
    cuarenta: 40,
    cincuenta: 50,
    sesenta: 60,
    setenta: 70,
    ochenta: 80,
    noventa: 90,
    docena: 12,
    cien: 100,
    ciento: 100,
    mil: 1000,
  },
};

export const textCommandNames = ['stop', 'start', 'help'] as const;
export type TextCommand = (typeof textCommandNames)[number];

/** What a driver can text to end or restore text messages, or to get help (`docs/product/messages.md#text-messages`). */
export const textCommandWords: ByLanguage<Readonly<Record<TextCommand, readonly string[]>>> = {
  en: {
    stop: ['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt out'],
    start: ['start', 'unstop'],
    help: ['help', 'info'],
  },
  es: {
    stop: ['alto', 'parar', 'pare', 'detener', 'cancelar', 'baja'],
    start: ['iniciar', 'empezar'],
    help: ['ayuda'],
  },
};

/** How the AI service writes a translation, in English. */
export const translationStyles: ByLanguage<string> = {
  en: 'plain American English',
  es: 'Spanish as truck drivers in the United States speak it, and address the reader as usted',
};
