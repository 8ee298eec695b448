import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './Values.tsx';

/** Renders the email as text: `|` marks a possible line break, and `[…]` encloses text that never breaks. */
const renderEmail = (email: string, isOnOneLine = false) =>
  renderToStaticMarkup(<EmailText email={email} isOnOneLine={isOnOneLine} />)
    .replaceAll('<wbr/>', '|')
    .replaceAll(/<span style="white-space:nowrap">(.*?)<\/span>/g, '[$1]')
    .replaceAll(/<\/?span>/g, '');

test('it breaks before its server', () => {
  expect(renderEmail('dana@prairie.example')).toBe('[dana]|[@prairie.example]');
});

test('on one line one of usual length does not break, and a longer one only before its server', () => {
  expect(renderEmail('driver-0-40@generated.example', true)).toBe('[driver-0-40@generated.example]');
  expect(renderEmail('dana.q.hutchins.the.second@long-haul.example', true)).toBe(
    '[dana.q.hutchins.the.second]|[@long-haul.example]',
  );
});
