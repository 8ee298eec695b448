/** Whether two spellings of a place are the same name (`docs/product/companies.md#addresses`). */

/**
 * A name of a place for comparing: in lowercase, without accents, apostrophes and periods, and with a space for every hyphen or
 * other mark. `Cañon City` and `Canon City` become the same, as do `Lee’s Summit` and `Lees Summit`.
 */
export function foldPlaceName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}.'’‘‛`´ʻʼʹ′＇]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
