/** Whether two spellings of a place are the same name (`docs/product/companies.md#addresses`). */

import { foldText } from '#shared/fold-text.ts';

/**
 * A name of a place for comparing: in lowercase, without accents, apostrophes and periods, and with a space for every hyphen, other
 * mark, and period before a word (`St.Louis`). `Cañon City` and `Canon City` become the same, as do `Lee’s Summit` and `Lees Summit`.
 */
export function foldPlaceName(name: string): string {
  return foldText(name)
    .replace(/\.(?=\p{L}{2})/gu, ' ')
    .replace(/[.']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
