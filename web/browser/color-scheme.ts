import type { Scheme } from '#shared/brand.ts';
import { storedText } from './stored-text.ts';

/** Mantine stores the color scheme under this key. */
export const schemeStorageKey = 'mantine-color-scheme-value';

const storedScheme = storedText(schemeStorageKey);

/** The color scheme that the reader has chosen, or null for the device's own. */
export function chosenScheme(): Scheme | null {
  const scheme = storedScheme.read();
  return scheme === 'light' || scheme === 'dark' ? scheme : null;
}
