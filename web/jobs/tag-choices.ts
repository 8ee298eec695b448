export type TagChoices = {
  /** Known tags that contain what was typed; those that begin with it come first. */
  existing: string[];
  /** What was typed, where no tag has this text yet. */
  created: string | null;
};

const mostShown = 8;
const fold = (text: string) => text.trim().toLowerCase();

/** What the tag box offers for what was typed. Case does not tell tags apart, and tags that are in use already are left out. */
export function tagChoices(text: string, known: readonly string[], used: readonly string[]): TagChoices {
  const typed = fold(text);
  const taken = new Set(used.map(fold));
  const startsFirst = (one: string, other: string) =>
    Number(fold(other).startsWith(typed)) - Number(fold(one).startsWith(typed)) || fold(one).length - fold(other).length;
  const existing = known
    .filter((tag) => !taken.has(fold(tag)) && fold(tag).includes(typed))
    .toSorted(typed ? startsFirst : () => 0)
    .slice(0, mostShown);
  const isNew = typed !== '' && !taken.has(typed) && !known.some((tag) => fold(tag) === typed);
  return { existing, created: isNew ? text.trim() : null };
}
