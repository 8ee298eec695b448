import { expect, test } from 'vitest';
import { outlineHtml, outlineOf } from './outline.ts';
import { safeHtml } from './safe-html.ts';

test('an outline becomes headings, lists and paragraphs, and the same outline again', () => {
  const outline = '## The job\nYou haul freight.\n- Days\n- Nights\nApply today.';
  const html = outlineHtml(outline);
  expect(html).toBe(
    '<h3>The job</h3><p>You haul freight.</p><ul><li><p>Days</p></li><li><p>Nights</p></li></ul><p>Apply today.</p>',
  );
  expect(outlineOf(safeHtml(html))).toBe(outline);
});

test('other markup of AI services is read, and HTML in an outline is text', () => {
  expect(outlineHtml('**Pay:**\n* **Weekly** pay\n\n<img src=x onerror=alert(1)> & more')).toBe(
    '<h3>Pay:</h3><ul><li><p>Weekly pay</p></li></ul><p>&lt;img src=x onerror=alert(1)&gt; &amp; more</p>',
  );
});

test('the outline of a description keeps its words only', () => {
  expect(
    outlineOf('<h2>Pay</h2><p>From <strong>$1,500</strong><br>a week</p><ul><li>Health</li></ul><p><a href="/">Apply</a></p>'),
  ).toBe('## Pay\nFrom $1,500\na week\n- Health\nApply');
});
