import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './Values.tsx';

/** `|` marks where the text can break, `[…]` what stays together. */
const rendered = (email: string, isOnOneLine = false) =>
  renderToStaticMarkup(<EmailText email={email} isOnOneLine={isOnOneLine} />)
    .replaceAll('<wbr/>', '|')
    .replaceAll(/<span style="white-space:nowrap">(.*?)<\/span>/g, '[$1]')
    .replaceAll(/<\/?span>/g, '');

test('it breaks before its server', () => {
  expect(rendered('dana@prairie.example')).toBe('[dana]|[@prairie.example]');
});

test('on one line one of usual length does not break, and a longer one only before its server', () => {
  expect(rendered('driver-0-40@generated.example', true)).toBe('[driver-0-40@generated.example]');
  expect(rendered('dana.q.hutchins.the.second@long-haul.example', true)).toBe(
    '[dana.q.hutchins.the.second]|[@long-haul.example]',
  );
});
