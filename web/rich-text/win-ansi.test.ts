import { expect, it } from 'vitest';
import { toWinAnsi } from './pdf-document.ts';

it.each([
  ['José Ñandú, 5 € – “so”', 'José Ñandú, 5 € – “so”'],
  ['Dvořák Łukasz', 'Dvorák Lukasz'],
  ['货运 🚚', '?? ?'],
  ['two\nlines\tand\u0007', 'two lines and?'],
])('draws %j as %j with the fonts of every reader of PDFs', (text, expectedText) => expect(toWinAnsi(text)).toBe(expectedText));
