import { messages } from '#shared/messages.ts';
import { invalid } from '#server/errors.ts';
import { isCommonWord } from './common-words.ts';
import { coreOf, lettersOf, plainOf, readings } from './password-readings.ts';

/** Fewer different characters than this are a pattern, not a password: `Aa1!1111`. */
const fewestCharacters = 5;

/**
 * The composition rule alone lets `Password1!` pass. What people make of a common word to satisfy it is undone (capitals,
 * look-alike signs, digits and signs around it); what is left must not be a common word, nor the person's own name or
 * address (`spec: access §5`, OWASP ASVS 6.2.4 and 6.2.11).
 */
export function isCommonPassword(password: string, ownWords: readonly string[] = []): boolean {
  return weaknessOf(password, ownWords) !== null;
}

/** What somebody else would try first: a common word or pattern, or the person's own name or address. */
function weaknessOf(password: string, ownWords: readonly string[]): 'common' | 'own' | null {
  const lower = password.normalize('NFKC').toLowerCase();
  if (new Set(lower).size < fewestCharacters) return 'common';
  const own = namesIn(ownWords);
  const candidates = new Set(readings(lower).flatMap((reading) => [coreOf(reading), lettersOf(reading)]));
  candidates.add(plainOf(lower));
  const words = [...candidates].flatMap((word) => [word, halved(word)]);
  if (words.some((word) => own.has(word))) return 'own';
  return words.some(isCommonWord) ? 'common' : null;
}

/** @throws invalid on the field */
export function assertUncommon(password: string, ownWords: readonly string[], field: string): void {
  const weakness = weaknessOf(password, ownWords);
  if (weakness) throw invalid(field, weakness === 'own' ? messages.passwordOwnName : messages.passwordCommon);
}

const fewestLetters = 3;

/** A person's names and addresses, whole, in their parts and two parts together: `dana`, `prairie`, `danawhitfield`. */
function namesIn(words: readonly string[]): Set<string> {
  const lower = words.map((word) => word.normalize('NFKC').toLowerCase());
  const parts = lower.flatMap((word) => [...word.split(/[\s.@_+-]+/), word.split('@')[0] ?? '']).map(lettersOf);
  const known = [...new Set(parts)].filter((part) => part.length >= fewestLetters);
  const pairs = known.flatMap((one) => known.map((other) => one + other));
  return new Set([...known, ...pairs, ...lower.map(lettersOf).filter((word) => word.length >= fewestLetters)]);
}

/** `passpass` is `pass` said twice. */
function halved(text: string): string {
  const half = text.slice(0, text.length / 2);
  return text.length % 2 === 0 && half + half === text ? half : text;
}
