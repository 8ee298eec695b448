import { expect, test } from 'vitest';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import { hasContent, toInitialContent, toPlainText } from './content-form.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

test('plain text of before becomes paragraphs and lines', () => {
  expect(toInitialContent('Haul water.\nAnd fuel.\n\n\nHome <24 hours.')).toEqual({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: 'Haul water.' }, { type: 'hardBreak' }, { type: 'text', text: 'And fuel.' }],
      },
      paragraph('Home <24 hours.'),
    ],
  });
  expect(toInitialContent('')).toBeNull();
});

test('HTML and documents are left to the editor', () => {
  const document: RichDocument = { type: 'doc', content: [paragraph('Nights')] };
  expect(toInitialContent('<p>Nights</p>')).toBe('<p>Nights</p>');
  expect(toInitialContent(document)).toBe(document);
});

test('the text of a document has one line per block', () => {
  const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Detention pay')] }] };
  expect(toPlainText({ type: 'doc', content: [paragraph('We offer'), list] })).toBe('We offer\nDetention pay');
});

test('nothing but empty blocks says nothing; a picture does', () => {
  expect(hasContent({ type: 'doc', content: [{ type: 'paragraph' }] })).toBe(false);
  expect(hasContent('<p> </p>')).toBe(false);
  expect(hasContent({ type: 'doc', content: [{ type: 'image', attrs: { src: '/media/x' } }] })).toBe(true);
  expect(hasContent('Nights')).toBe(true);
});
