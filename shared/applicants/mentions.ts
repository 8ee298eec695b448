/** Mentions of colleagues in notes, such as `@Dana Whitfield`. */

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The positions at which a text contains `@` and the name, which is not only the beginning of a longer name. */
export function findMentionPositions(text: string, name: string): number[] {
  const mention = `@${name}`;
  const positions: number[] = [];
  for (let position = text.indexOf(mention); position !== -1; position = text.indexOf(mention, position + 1))
    if (!isLetter(text[position + mention.length])) positions.push(position);
  return positions;
}

/** Replaces the mentions of a person by `@…`. */
export function removeMention(text: string, name: string): string {
  const length = name.length + 1;
  return findMentionPositions(text, name).reduceRight(
    (rest, position) => `${rest.slice(0, position)}@…${rest.slice(position + length)}`,
    text,
  );
}
