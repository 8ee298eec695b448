import { compileTexts } from '#shared/texts/compile-texts.ts';
import { en } from '#shared/texts/en.ts';
import { texts } from '#web/texts/start.ts';

/** Unit tests have no page, into which the server writes these (server/built-app.ts). */
Object.assign(texts, compileTexts(en, 'start'));
