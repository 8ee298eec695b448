/** A word without the `s` of its plural. */
export const singular = (word: string): string => (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word);

const minVerbLength = 3;

/**
 * A word and the forms that drivers and employers use for it: `haul` → `hauls`, `hauling`, `hauler`, `haulers`, `hauled`. A form
 * that is no English word does no harm, because no job contains it.
 */
export function wordForms(word: string): string[] {
  const base = singular(word);
  const forms = [base, `${base}s`];
  if (/\d/.test(base) || base.length < minVerbLength) return forms;
  if (/[a-z]{3}er$/.test(base)) forms.push(`${base.slice(0, -2)}ing`);
  else if (/[a-z]{3}ing$/.test(base)) forms.push(...stemsOf(base.slice(0, -3)).flatMap((stem) => [stem, ...verbForms(stem)]));
  else forms.push(...verbForms(base));
  return [...new Set(forms)];
}

/** The stems that an `-ing` form can have: `haul`, `drive` for `driv`, `log` for `logg`. */
const stemsOf = (text: string): string[] => [text, `${text}e`, ...(/([^aeiou])\1$/.test(text) ? [text.slice(0, -1)] : [])];

function verbForms(stem: string): string[] {
  const start = stem.endsWith('e')
    ? stem.slice(0, -1)
    : /^[a-z]?[^aeiou]*[aeiou][^aeiouwxy]$/.test(stem)
      ? stem + stem.slice(-1)
      : stem;
  return [`${stem}s`, `${start}ing`, `${start}er`, `${start}ers`, `${start}ed`];
}
