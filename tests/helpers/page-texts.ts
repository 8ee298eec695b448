import { compileTexts } from '#shared/texts/compile-texts.ts';
import { en } from '#shared/texts/en.ts';
import { texts } from '#web/texts/start.ts';

/** Sets the page's texts for unit tests. In the app, the server writes them into the page (server/app-page/app-page.ts). */
Object.assign(texts, compileTexts(en, 'start'));
