import { expect, test } from 'vitest';
import { cleanPasted, countPictures, hasText } from './insert-pictures.ts';

test.each([
  [
    '<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><p class="MsoNormal">Text</p>',
    '<p class="MsoNormal">Text</p>',
  ],
  ['<style>p { color: red }</style><p>Text</p>', '<p>Text</p>'],
  ['<meta charset="utf-8"><base href="https://a.example/"><link rel=stylesheet href=x>Text', 'Text'],
  ['<script>alert(1)</script><b>Text</b>', '<b>Text</b>'],
  ['<p onclick="alert(1)" onmouseover=alert(1)>Text</p>', '<p>Text</p>'],
  ['<img src="file:///C:/clip.png"><img src=cid:1 alt="x"><img alt="y" src=\'blob:x\'>', ''],
  ['<img src="https://a.example/a.png">', '<img src="https://a.example/a.png">'],
  ['<img src="data:image/png;base64,AA==">', '<img src="data:image/png;base64,AA==">'],
  [
    '<nav><a href="/home">Home</a></nav><h1>Roads</h1><button type="button">Share</button><p>Closed.</p>',
    '<h1>Roads</h1><p>Closed.</p>',
  ],
  ['<p>Choose <select><option>One</option></select><noscript>Turn it on</noscript></p>', '<p>Choose </p>'],
  ['<nav><a href="/home">Home</a></nav>', '<nav><a href="/home">Home</a></nav>'],
  ['<button>Share</button><img src="https://a.example/a.png">', '<img src="https://a.example/a.png">'],
  ['<navy>Blue</navy>', '<navy>Blue</navy>'],
])('%s', (pastedHtml, cleanHtml) => expect(cleanPasted(pastedHtml)).toBe(cleanHtml));

test.each([
  ['', false, 0],
  ['<meta charset="utf-8"><img src="https://a.example/a.png">', false, 1],
  ['<html><body>\r\n<!--StartFragment--><img src="https://a.example/a.png"/><!--EndFragment-->\r\n</body></html>', false, 1],
  ['<p>Words</p>', true, 0],
  ['<img src="https://a.example/a.png"><img src="https://a.example/b.png">', true, 2],
])('%s: words %s, pictures %s', (html, expectedHasText, expectedCount) => {
  expect(hasText(html)).toBe(expectedHasText);
  expect(countPictures(html)).toBe(expectedCount);
});
