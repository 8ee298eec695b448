import { escapeHtml } from '#server/http/escape-html.ts';
import type { Receipt } from '#server/receipts/receipt.ts';
import type { TurnOffKind } from '#shared/accounts/mail-preferences.ts';
import { schemes } from '#shared/brand.ts';
import type { Language, Translator } from '#shared/texts/texts.ts';
import { markupTranslatorIn, translatorIn } from '#shared/texts/write-text.ts';
import type { CalendarEntry } from './calendar.ts';

const { page, surface, text: ink, dimmed, accent, onAccent, rail } = schemes.light;
const line = '#dfe4ea';

type EmailLink = { label: string; url: string };
export type EmailSection = {
  heading: string;
  items: readonly (EmailLink & { facts: string })[];
  links: readonly EmailLink[];
};

/** The content of one email. The layout adds the product's name and the footer. */
export type Email = {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  /** A code to type, shown large under the first paragraph. */
  code?: string;
  /** Labels and values for a table below the paragraphs. */
  details?: readonly (readonly [label: string, value: string])[];
  /** Lists of pages, each with a heading, and links about the list. */
  sections?: readonly EmailSection[];
  /** Links to pages, one per line. */
  links?: readonly EmailLink[];
  action?: EmailLink;
  /** Attached to the email as a PDF. */
  receipt?: Receipt;
  /** Attached to the email as an iCalendar file. */
  calendar?: CalendarEntry;
  /** The address for replies, if they should not go to support. */
  replyTo?: string;
  /** Why the recipient gets the email. */
  because?: string;
  /** What the links at the end turn off, for emails that can be turned off. */
  turnsOff?: TurnOffKind;
};

/** What the end of an email says besides the product's name and why it came. */
export type Footer = {
  /** The page of the settings where the email can be turned off. Null for an email that cannot be turned off. */
  settings: string | null;
  /** Turns the email off without signing in. Null for an email that cannot be turned off, and for a recipient without an account. */
  unsubscribe: string | null;
  /** The operator's postal address, which the law requires in advertising. */
  postalAddress: string | null;
};

/** The functions that write a group of emails. Their links start with `publicUrl`. */
export type EmailTemplates<Mails> = { [T in keyof Mails]: (t: Translator, data: Mails[T], publicUrl: string) => Email };

/** Splits a text that a person wrote into paragraphs. */
export const splitParagraphs = (writtenText: string | null): string[] =>
  (writtenText ?? '').split(/\n+/).filter((line) => line.trim() !== '');

export function toPlainText(
  { heading, paragraphs, code, details, sections = [], links = [], action, because }: Email,
  language: Language,
  { settings, unsubscribe, postalAddress }: Footer,
): string {
  const t = translatorIn(language);
  const [first, ...otherParagraphs] = paragraphs;
  return (
    [
      heading,
      ...(first ? [first] : []),
      ...(code ? [code] : []),
      ...otherParagraphs,
      ...(details?.length ? [details.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
      ...sections.flatMap(sectionText),
      ...links.map(linkText),
      ...(action ? [`${action.label}: ${action.url}`] : []),
      t('emails.slogan'),
      ...(because ? [because] : []),
      ...(settings ? [t('emails.chooseEmailsUrl', { url: settings })] : []),
      ...(unsubscribe ? [t('emails.turnOffUrl', { url: unsubscribe })] : []),
      ...(postalAddress ? [postalAddress] : []),
    ].join('\n\n') + '\n'
  );
}

const linkText = ({ label, url }: EmailLink) => `${label}: ${url}`;

const sectionText = ({ heading, items, links }: EmailSection): string[] => [
  heading,
  ...items.map(({ label, url, facts }) => [label, facts, url].filter(Boolean).join('\n')),
  ...links.map(linkText),
];

const styles = {
  section: `overflow-wrap:anywhere;margin:24px 0 12px;font-size:18px;line-height:24px;color:${ink}`,
  item: `overflow-wrap:anywhere;margin:0;padding:12px 0;border-top:1px solid ${line};font-size:16px;line-height:22px;color:${dimmed}`,
  sectionLinks: `overflow-wrap:anywhere;margin:0;padding:12px 0;border-top:1px solid ${line};font-size:14px;line-height:20px;color:${dimmed}`,
  paragraph: `overflow-wrap:anywhere;margin:0 0 16px;font-size:16px;line-height:24px;color:${ink}`,
  code:
    `margin:0 0 16px;padding:16px;border:1px solid ${line};border-radius:8px;text-align:center;` +
    `font-family:Menlo,Consolas,monospace;font-size:28px;line-height:36px;font-weight:700;letter-spacing:6px;color:${ink}`,
  button:
    `display:inline-block;background:${accent};color:${onAccent};text-decoration:none;` +
    'font-weight:600;padding:12px 24px;border-radius:8px',
  address: `overflow-wrap:anywhere;word-break:break-word;margin:0;font-size:13px;line-height:20px;color:${dimmed}`,
  small: `margin:0;font-size:12px;line-height:18px;color:${dimmed}`,
  top:
    `padding:20px 32px;background:${rail};border-radius:12px 12px 0 0;border-bottom:4px solid ${accent};` +
    `color:${surface};font-weight:700;font-size:18px`,
  heading: `overflow-wrap:anywhere;margin:0 0 16px;font-size:22px;line-height:28px;color:${ink}`,
  facts: `margin:8px 0;border-bottom:1px solid ${line}`,
  term: `padding:8px 16px 8px 0;border-top:1px solid ${line};font-size:14px;line-height:20px;color:${dimmed}`,
  fact: `padding:8px 0;border-top:1px solid ${line};font-size:14px;line-height:20px;font-weight:600;color:${ink}`,
};

const table = (style: string, rows: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${style}">${rows}</table>`;

/**
 * Uses simple tables and inline styles, which email programs support, and no remote images. Long URLs wrap, so that phones
 * show all of them.
 */
export function renderHtml(
  { subject, preview, heading, paragraphs, code, details = [], sections = [], links = [], action, because }: Email,
  language: Language,
  footer: Footer,
): string {
  const t = translatorIn(language);
  const [first = '', ...otherParagraphs] = paragraphs.map((text) => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`);
  const codeParagraph = code ? `<p style="${styles.code}">${escapeHtml(code)}</p>` : '';
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="${styles.button}">${escapeHtml(action.label)}</a></p>
<p style="${styles.address}">${escapeHtml(t('emails.actionUrlNote', { url: action.url }))}</p>`
    : '';
  const body = [
    `<h1 style="${styles.heading}">${escapeHtml(heading)}</h1>`,
    first,
    codeParagraph,
    ...otherParagraphs,
    detailTable(details),
    ...sections.map(sectionHtml),
    ...links.map(
      ({ label, url }) =>
        `<p style="${styles.paragraph}"><a href="${escapeHtml(url)}" style="color:${ink}">${escapeHtml(label)}</a></p>`,
    ),
    button,
  ].join('');
  const card = table(
    `table-layout:fixed;max-width:560px;background:${surface};border-radius:12px`,
    `
<tr><td style="${styles.top}">Haulboard</td></tr>
<tr><td style="padding:32px">${body}</td></tr>
`,
  );
  const end = table(
    'max-width:560px',
    `<tr><td align="center" style="padding:16px 32px">${footerParagraphs(footer, { because, language })}</td></tr>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${page};font-family:Inter,Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${table('table-layout:fixed', `<tr><td align="center" style="padding:32px 16px">\n${card}\n${end}\n</td></tr>`)}</body></html>`;
}

const anchor = ({ label, url }: EmailLink, style: string) =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;

function sectionHtml({ heading, items, links }: EmailSection): string {
  const itemParagraphs = items.map(
    ({ facts, ...link }) =>
      `<p style="${styles.item}">${anchor(link, `font-weight:600;color:${ink}`)}<br>${escapeHtml(facts)}</p>`,
  );
  const linkParagraph = links.map((link) => anchor(link, `color:${ink}`)).join(' &middot; ');
  return `<h2 style="${styles.section}">${escapeHtml(heading)}</h2>${itemParagraphs.join('')}<p style="${styles.sectionLinks}">${linkParagraph}</p>`;
}

function footerParagraphs(
  { settings, unsubscribe, postalAddress }: Footer,
  { because, language }: { because: string | undefined; language: Language },
): string {
  const t = translatorIn(language);
  const paragraphs = [
    escapeHtml(t('emails.slogan')),
    because && escapeHtml(because),
    settings && linkTo('emails.chooseEmails', settings, language),
    unsubscribe && linkTo('emails.turnOff', unsubscribe, language),
    postalAddress && escapeHtml(postalAddress),
  ];
  return paragraphs.flatMap((html) => (html ? [`<p style="${styles.small}">${html}</p>`] : [])).join('');
}

function linkTo(key: 'emails.chooseEmails' | 'emails.turnOff', url: string, language: Language): string {
  const parts = markupTranslatorIn<{ html: string }>(language)(key, {
    link: (content) => ({
      html: `<a href="${escapeHtml(url)}" style="color:${dimmed}">${escapeHtml(content.map(String).join(''))}</a>`,
    }),
  });
  return parts.map((part) => (typeof part === 'string' ? escapeHtml(part) : part.html)).join('');
}

function detailTable(details: readonly (readonly [string, string])[]): string {
  if (details.length === 0) return '';
  const rows = details.map(
    ([label, value]) =>
      `<tr><td style="${styles.term}">${escapeHtml(label)}</td>` +
      `<td align="right" style="${styles.fact}">${escapeHtml(value)}</td></tr>`,
  );
  return table(styles.facts, rows.join(''));
}
