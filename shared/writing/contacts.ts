/** Keeps contact details of people out of what is sent to an AI service (`docs/product/jobs.md#write-with-help`). */
const placeholder = /\[(?:NAME|EMAIL|PHONE|TEXT)-[A-Z]+\]/g;
const email = /[^\s<>()[\],;:"@]+@[^\s<>()[\],;:"@]+\.[\p{L}\d-]{2,}/gu;
/** US numbers with or without an area code, and international ones. An amount in dollars is none. */
const phone = /(?<![\d$.,])(?:\+\d[\d\s().-]{7,18}\d|(?:1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}|\d{3}[.-]\d{4})(?!\d)/g;

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Whole words only, so that Ann is not found in "annual". The longest name is tried first. */
function namePattern(names: readonly string[]): RegExp | null {
  const wanted = [...new Set(names.map((name) => name.trim()).filter((name) => name.length > 1))];
  if (wanted.length === 0) return null;
  const alternatives = wanted.toSorted((one, other) => other.length - one.length).map(escaped);
  return new RegExp(String.raw`(?<![\p{L}\d])(?:${alternatives.join('|')})(?![\p{L}\d])`, 'giu');
}

/** Names placeholders A, B … Z, AA, AB …. Digits are avoided, because `numbers.ts` would treat them as numbers from the text. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCodePoint(65 + (index % 26));

export type ContactHider = {
  /** The text with a placeholder for each email address, phone number and name. */
  hide: (text: string) => string;
  /** The text with the contact details put back. Null if it has a placeholder that was never given out. */
  restore: (text: string) => string | null;
};

/** Hides contact details in texts that belong together: the same detail gets the same placeholder. */
export function contactHider(names: readonly string[] = []): ContactHider {
  const valueOf = new Map<string, string>();
  const placeholderOf = new Map<string, string>();
  const replacing = (kind: string) => (value: string) => {
    const existing = placeholderOf.get(value);
    if (existing) return existing;
    const created = `[${kind}-${letters(placeholderOf.size)}]`;
    placeholderOf.set(value, created);
    valueOf.set(created, value);
    return created;
  };
  const name = namePattern(names);
  /** Applies a rule between the placeholders that are there already. */
  const outside = (text: string, pattern: RegExp, replace: (value: string) => string) =>
    text
      .split(/(\[(?:NAME|EMAIL|PHONE|TEXT)-[A-Z]+\])/)
      .map((part, index) => (index % 2 ? part : part.replace(pattern, replace)))
      .join('');
  return {
    hide: (text) => {
      // A text that looks like a placeholder gets one too, so that it comes back as it was.
      const own = text.replace(placeholder, replacing('TEXT'));
      const withoutEmails = outside(own, email, replacing('EMAIL'));
      const withoutPhones = outside(withoutEmails, phone, replacing('PHONE'));
      return name ? outside(withoutPhones, name, replacing('NAME')) : withoutPhones;
    },
    restore: (text) =>
      [...text.matchAll(placeholder)].every(([one]) => valueOf.has(one))
        ? text.replace(placeholder, (one) => valueOf.get(one) ?? one)
        : null,
  };
}
