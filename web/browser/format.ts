import { formatsIn } from '#shared/format.ts';
import { language } from '#web/texts/start.ts';

/** Numbers, money and months in the language of the page. */
export const { number, money, decimal, fileSize, percent, listTotal, monthName, list } = formatsIn(language);
