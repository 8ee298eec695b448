import { expect, test } from 'vitest';
import { writerIn } from '#shared/texts/write-text.ts';
import { describeUserAgent, isRobot } from './user-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'computer', 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'computer', 'Edge on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0 Safari/537.36`, 'computer', 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0 Safari/537.36`, 'computer', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'computer', 'Safari on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E Safari/604.1', 'phone', 'Safari on iPhone'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile/15E Safari/604.1', 'phone', 'Chrome on iPhone'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'phone', 'Chrome on Android'],
  [`Mozilla/5.0 (Linux; Android 15; SM-X210) ${webkit} Chrome/140.0 Safari/537.36`, 'tablet', 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 15; S24) ${webkit} SamsungBrowser/27.0 Chrome/125 Mobile`,
    'phone',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'computer', 'Firefox on Linux'],
  ['okhttp/4.12.0', 'unknown', 'okhttp'],
  ['PostmanRuntime/7.43.0', 'unknown', 'PostmanRuntime'],
  ['<script>alert(1)</script>', 'unknown', 'Unknown browser'],
  [null, 'unknown', 'Unknown browser'],
])('%s', (userAgent, device, browser) => {
  expect(describeUserAgent(userAgent, writerIn('en'))).toEqual({ device, browser });
});

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['curl/8.9.1', true],
  ['', true],
  [undefined, true],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0 Safari/537.36`, false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E Safari/604.1', false],
])('%s is a robot: %s', (userAgent, answer) => expect(isRobot(userAgent)).toBe(answer));
