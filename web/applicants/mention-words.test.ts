import { expect, test } from 'vitest';
import {
  findMentionedColleagues,
  findMentionsAfterEdit,
  splitAtMentions,
  suggestionsFor,
  findTypedName,
} from './mention-words.ts';

const people = ['Ann Lee', 'Ann Leeds', 'José Ruiz'].map((name) => ({ id: name, name }));

test.each([
  ['Ask @Ann Lee.', ['Ann Lee']],
  ['Ask @Ann Leeds and @José Ruiz', ['Ann Leeds', 'José Ruiz']],
  ['Ann Lee called from ann@Ann.', []],
])('a note mentions those whose whole name it has: %s', (text, names) => {
  expect(findMentionedColleagues(text, people).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['Ask @', ''],
  ['Ask @an', 'an'],
  ['@Ann Le', 'Ann Le'],
  ['Ask @Ann, please', null],
  ['mail@an', null],
  ['Ask Ann', null],
])('what is typed after the sign: %s', (text, typed) => {
  expect(findTypedName(text)).toBe(typed);
});

test('colleagues are offered by first or last name', () => {
  expect(suggestionsFor('', people)).toHaveLength(3);
  expect(suggestionsFor('lee', people).map(({ name }) => name)).toEqual(['Ann Lee', 'Ann Leeds']);
  expect(suggestionsFor('ee', people)).toEqual([]);
});

test('a changed note keeps, adds and removes mentions', () => {
  const note = { text: 'Ask @Ann Lee', mentions: ['Ann Lee', 'added by REST'] };
  expect(findMentionsAfterEdit(note, 'Ask @Ann Lee today', people)).toEqual(['added by REST', 'Ann Lee']);
  expect(findMentionsAfterEdit(note, 'Ask @José Ruiz', people)).toEqual(['added by REST', 'José Ruiz']);
});

test('a text is split at the names', () => {
  expect(splitAtMentions('Hi @Ann Leeds!', ['Ann Lee', 'Ann Leeds'])).toEqual([
    { text: 'Hi ', isMention: false },
    { text: '@Ann Leeds', isMention: true },
    { text: '!', isMention: false },
  ]);
});
