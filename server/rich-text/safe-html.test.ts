import { expect, it } from 'vitest';
import { linkAddress } from '#shared/rich-text/rich-text.ts';
import { isHtml, safeHtml } from './safe-html.ts';

it.each([
  ['<p>Drive</p>', true],
  ['Drive <b class="a<b">now</b>', true],
  ['</p\n>', true],
  ['<p <br', false],
  ['a > b <p', false],
  ['<p and then, much later, a sign >', true],
  ['Pays < 2 dollars, or > 3', false],
  ['<planet>', false],
])('%j is HTML: %s', (text, answer) => {
  expect(isHtml(text)).toBe(answer);
});

it('quickly distinguishes text with unclosed tags from HTML', () => {
  const start = process.threadCpuUsage();
  expect(isHtml('<p'.repeat(500_000))).toBe(false);
  expect(process.threadCpuUsage(start).user, 'microseconds of the processor').toBeLessThan(5_000_000);
});

/** DOMPurify's fixtures "JavaScript URIs using Unicode LS/PS" and "… Unicode Whitespace", and control characters. */
const unicodeSpaces = [
  0x20, 0xa0, 0x1680, 0x180e, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x200b,
  0x200c, 0x200d, 0x2028, 0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff, 0x01, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x85, 0xad,
];

it.each(unicodeSpaces.map((code) => [code.toString(16).padStart(4, '0'), String.fromCharCode(code)]))(
  'drops a script address that U+%s hides, and keeps the words of the link',
  (_, space) => {
    for (const address of [`${space}javascript:alert(1)`, `java${space}script:alert(1)`, `javascript${space}:alert(1)`]) {
      expect(linkAddress(address)).toBeNull();
      for (const encodedAddress of [address, address.replaceAll(/./gs, (character) => `&#${character.codePointAt(0)};`)]) {
        const html = safeHtml(`123<a href='${encodedAddress}'>I am a dolphin!</a><img src='${encodedAddress}' alt='x'>`);
        expect(html).toContain('I am a dolphin!</a>');
        expect(html).not.toMatch(/href|src|script/);
      }
    }
  },
);

it('keeps addresses that a reader may be sent to', () => {
  for (const address of ['https://carrier.example/jobs?a=1', 'mailto:jobs@carrier.example', 'tel:4025550100'])
    expect(safeHtml(`<a href="${address}">x</a>`)).toContain(`href="${address}"`);
  for (const address of ['https://carrier.example/truck.png', '//carrier.example/truck.png', 'data:image/png;base64,AAAA', ''])
    expect(safeHtml(`<p>x<img src="${address}"></p><img>`), address).toBe('<p>x</p>');
  expect(safeHtml('<img src="/media/0123456789abcdef.png">')).toContain('src="/media/0123456789abcdef.png"');
});
