import { expect, test } from 'vitest';
import { languageOf } from './language-of.ts';

test.each([
  ['Haul dry van freight in the Midwest. You are home on weekends, and the pay is weekly.', 'en'],
  ['Transporte de caja seca en el Medio Oeste. Usted está en casa los fines de semana y el pago es por semana.', 'es'],
  ['CDL-A', null],
  ['You are home with the family. Call the office. Está en casa con la familia. Llame a la oficina.', null],
  ['', null],
])('%s', (writtenText, language) => expect(languageOf(writtenText)).toBe(language));
