import { messages } from '#shared/messages.ts';
import { invalid } from '#server/errors.ts';
import { commonWords } from './common-words.ts';

/** Fewer different characters than this are a pattern, not a password: `Aa1!1111`. */
const fewestCharacters = 5;

/**
 * The composition rule alone lets `Password1!` pass. What people make of a common word to satisfy it is undone (capitals,
 * look-alike signs, digits and signs around it); what is left must not be a common word, nor the person's own name.
 */
export function isCommonPassword(password: string, ownWords: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  const candidates = new Set([coreOf(lower), coreOf(unLeet(lower)), lettersOf(unLeet(lower)), lettersOf(lower)]);
  const own = ownWords.flatMap((word) => [word.toLowerCase(), word.split('@')[0]?.toLowerCase() ?? '']).map(lettersOf);
  const refused = new Set(own.filter((word) => word.length >= 4));
  const isCommon = (word: string) => commonWords.has(word) || refused.has(word);
  return new Set(lower).size < fewestCharacters || [...candidates].some((core) => isCommon(core) || isCommon(halved(core)));
}

/** @throws invalid on the field */
export function assertUncommon(password: string, ownWords: readonly string[], field: string): void {
  if (isCommonPassword(password, ownWords)) throw invalid(field, messages.passwordCommon);
}

const lookAlikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Look-alikes between letters only: those at the ends are what the rule asked for. */
function unLeet(text: string): string {
  const end = /[^a-z]*$/.exec(text)?.index ?? text.length;
  const start = /^[^a-z@$]*/.exec(text)?.[0].length ?? 0;
  return (
    text.slice(0, start) + text.slice(start, end).replace(/[@431!0$57]/g, (sign) => lookAlikes[sign] ?? sign) + text.slice(end)
  );
}

/** Without the digits and signs around it. */
function coreOf(text: string): string {
  return text.replace(/^[^a-z]+|[^a-z]+$/g, '');
}

function lettersOf(text: string): string {
  return text.replace(/[^a-z]/g, '');
}

/** `passpass` is `pass` said twice. */
function halved(text: string): string {
  const half = text.slice(0, text.length / 2);
  return text.length % 2 === 0 && half + half === text ? half : text;
}
