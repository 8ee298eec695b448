/**
 * Runs in the app's page before the app itself: applies the chosen color scheme, so that the page never flashes, and shows a
 * message if something fails to load. The build writes it into `index.html`.
 */
import { chosenScheme } from './browser/color-scheme.ts';

const scheme = chosenScheme();
if (scheme) document.documentElement.dataset['mantineColorScheme'] = scheme;
addEventListener('error', () => document.getElementById('failed')?.removeAttribute('hidden'), true);
