import { text, type TextWriter } from '#shared/texts/texts.ts';

/**
 * Turns a user agent into words that the device's owner recognizes. It is a guess, so show it but do not base decisions on
 * it.
 */
export type DeviceKind = 'computer' | 'phone' | 'tablet' | 'unknown';

/** The first match wins. Newer browsers also name the older ones they descend from, so the newest come first. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS|e)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chromium|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string, DeviceKind][] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/** `Chrome on Windows`, or the program's own name, such as `okhttp`, if it is not a browser. */
export function describeUserAgent(userAgent: string | null, write: TextWriter): { device: DeviceKind; browser: string } {
  const header = userAgent ?? '';
  const browser = browsers.find(([pattern]) => pattern.test(header))?.[1];
  const [, system, device = 'unknown'] = systems.find(([pattern]) => pattern.test(header)) ?? [];
  if (browser) return { device, browser: system ? write(text('labels.browserOnSystem', { browser, system })) : browser };
  const program = /^[A-Za-z][\w .-]{0,39}(?=\/)/.exec(header)?.[0];
  return { device, browser: program ?? write(text('labels.unknownBrowser')) };
}

const robotNames = /bot|crawl|spider|slurp|preview|facebookexternalhit|curl|wget|python|monitor|lighthouse/i;

/**
 * Whether a program identifies itself as a robot. A robot gets the page, but its visits are not counted. An empty user agent
 * counts as a robot.
 */
export function isRobot(userAgent: string | null | undefined): boolean {
  return !userAgent || robotNames.test(userAgent);
}
