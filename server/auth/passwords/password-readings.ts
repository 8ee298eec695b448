/** What is left of a password when the ways around a composition rule are undone; all of lower-case text. */

const signs: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};
/** The same, where a sign stands for more than one letter: `w3lc0me`, `we1come`. */
const otherSigns: Record<string, string> = { ...signs, '1': 'l', '!': 'l', '|': 'l', '@': 'o', '6': 'g' };

/** The text as it stands and with its look-alike signs read as letters. */
export function readings(lower: string): string[] {
  return [lower, unLeet(lower, signs), unLeet(lower, otherSigns)];
}

/** Look-alikes between letters only: those at the ends are what the rule asked for. */
function unLeet(text: string, letters: Record<string, string>): string {
  const end = /[^a-z]*$/.exec(text)?.index ?? text.length;
  const start = /^[^a-z@$]*/.exec(text)?.[0].length ?? 0;
  const inner = text.slice(start, Math.max(start, end)).replace(/[^a-z]/g, (sign) => letters[sign] ?? sign);
  return text.slice(0, start) + inner + text.slice(Math.max(start, end));
}

/** Without the digits and signs around it. */
export function coreOf(text: string): string {
  return text.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '');
}

export function lettersOf(text: string): string {
  return text.replace(/[^a-z]/g, '');
}

/** Without signs: `Aa@123456` is `aa123456`. */
export function plainOf(text: string): string {
  return text.replace(/[^a-z0-9]/g, '');
}
