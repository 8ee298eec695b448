import { findMentionPositions } from '#shared/applicants/mentions.ts';
import { foldText } from '#shared/fold-text.ts';
import type { Colleague } from './queries.ts';

/** The colleagues whom a text mentions as `@Dana Whitfield`. */
export const findMentionedColleagues = (text: string, colleagues: readonly Colleague[]): Colleague[] =>
  colleagues.filter(({ name }) => findMentionPositions(text, name).length > 0);

/**
 * The colleagues whom a changed note mentions. Those whom the earlier text did not name, for example because the note came from
 * another program, stay.
 */
export function findMentionsAfterEdit(
  note: { text: string; mentions: readonly string[] },
  newText: string,
  colleagues: readonly Colleague[],
): string[] {
  const toIds = (text: string) => findMentionedColleagues(text, colleagues).map(({ id }) => id);
  const namedIds = toIds(note.text);
  return [...new Set([...note.mentions.filter((id) => !namedIds.includes(id)), ...toIds(newText)])];
}

/** The text typed so far after `@` at the end of a text, or null. A name has at most three words. */
export function findTypedName(text: string): string | null {
  const [, typedName = null] = /(?:^|[\s(])@((?:[\p{L}\p{M}\p{N}'’.-]+ ?){0,3})$/u.exec(text) ?? [];
  return typedName;
}

/** The first six colleagues whose name has a word that begins with the typed text. */
export function suggestionsFor(typedName: string, colleagues: readonly Colleague[]): Colleague[] {
  const prefix = foldText(typedName);
  return colleagues.filter(({ name }) => ` ${foldText(name)}`.includes(` ${prefix}`)).slice(0, 6);
}

/** Splits a text into mentions of colleagues and the text between them. */
export function splitAtMentions(text: string, names: readonly string[]): { text: string; isMention: boolean }[] {
  const mentions = names
    .flatMap((name) => findMentionPositions(text, name).map((start) => ({ at: start, end: start + name.length + 1 })))
    .toSorted((one, other) => one.at - other.at || other.end - one.end);
  const parts: { text: string; isMention: boolean }[] = [];
  let end = 0;
  for (const mention of mentions) {
    if (mention.at < end) continue;
    if (mention.at > end) parts.push({ text: text.slice(end, mention.at), isMention: false });
    parts.push({ text: text.slice(mention.at, mention.end), isMention: true });
    end = mention.end;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMention: false });
  return parts;
}
