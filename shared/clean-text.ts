/** The form in which text that people enter is stored (`docs/product/rest.md#text`). */

/** Characters that are not shown, or that turn the direction of a text around. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
/** The invisible characters of emoji: one that shows a sign or digit (`1️⃣`) as an emoji, and one between joined emoji (`👩🏽‍🚒`). */
const emojiJoiners =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\d#*])\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/u;
const invisibleOrJoiner = new RegExp(`(${emojiJoiners.source})|${invisible.source}`, 'gu');
/** Most texts have no other characters, and need no work. */
const plainText = /^[\n\r\t -~]*$/;

const removeInvisible = (text: string): string => text.replaceAll(invisibleOrJoiner, '$1');

/** Whether a text has invisible characters that are not part of an emoji. */
export const hasInvisible = (text: string): boolean => removeInvisible(text) !== text;

/** The text without invisible characters, those of emoji too. */
export const removeAllInvisible = (text: string): string => text.replaceAll(new RegExp(invisible, 'gu'), '');

/** The text with one way to write each letter (NFC), and without invisible characters that are not part of an emoji. */
export const cleanText = (text: string): string => (plainText.test(text) ? text : removeInvisible(text).normalize('NFC'));
