import { escapeHtml } from '#server/escape-html.ts';
import { schemes } from '#shared/brand.ts';
import type { Receipt } from '#server/receipts/receipt.ts';
import type { Language, Translate } from '#shared/texts/texts.ts';
import { markupTranslatorIn, translatorIn } from '#shared/texts/write-text.ts';

const { page, surface, text: ink, dimmed, accent, onAccent, rail } = schemes.light;
const line = '#dfe4ea';

/** The content of one email: a subject, sentences, and at most one link. */
export type Email = {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  /** A code to type, shown large under the first paragraph. */
  code?: string;
  /** Amounts and names in a table under the sentences. */
  facts?: readonly (readonly [label: string, value: string])[];
  action?: { label: string; url: string };
  /** Attached to the email as a PDF. */
  receipt?: Receipt;
  /** Where this kind of email can be turned off, for optional emails. */
  preferences?: string;
};

/** A group of emails. Paths are relative to the public URL. */
export type EmailTemplates<Mails> = { [T in keyof Mails]: (t: Translate, data: Mails[T], publicUrl: string) => Email };

export function asText({ heading, paragraphs, code, facts, action, preferences }: Email, language: Language): string {
  const t = translatorIn(language);
  const [first, ...others] = paragraphs;
  return (
    [
      heading,
      ...(first ? [first] : []),
      ...(code ? [code] : []),
      ...others,
      ...(facts?.length ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
      ...(action ? [`${action.label}: ${action.url}`] : []),
      t('emails.slogan'),
      ...(preferences ? [t('emails.chooseEmailsAt', { url: preferences })] : []),
    ].join('\n\n') + '\n'
  );
}

const styles = {
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
  { subject, preview, heading, paragraphs, code, facts = [], action, preferences }: Email,
  language: Language,
): string {
  const t = translatorIn(language);
  const [first = '', ...others] = paragraphs.map((text) => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`);
  const large = code ? `<p style="${styles.code}">${escapeHtml(code)}</p>` : '';
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="${styles.button}">${escapeHtml(action.label)}</a></p>
<p style="${styles.address}">${escapeHtml(t('emails.orGoTo', { url: action.url }))}</p>`
    : '';
  const choice = preferences ? `<p style="${styles.small}">${linkToPreferences(preferences, language)}</p>` : '';
  const body = [
    `<h1 style="${styles.heading}">${escapeHtml(heading)}</h1>`,
    first,
    large,
    ...others,
    factTable(facts),
    button,
  ].join('');
  const card = table(
    `table-layout:fixed;max-width:560px;background:${surface};border-radius:12px`,
    `
<tr><td style="${styles.top}">Haulboard</td></tr>
<tr><td style="padding:32px">${body}</td></tr>
`,
  );
  const foot = table(
    'max-width:560px',
    `<tr><td align="center" style="padding:16px 32px"><p style="${styles.small}">${escapeHtml(t('emails.slogan'))}</p>${choice}</td></tr>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${page};font-family:Inter,Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${table('table-layout:fixed', `<tr><td align="center" style="padding:32px 16px">\n${card}\n${foot}\n</td></tr>`)}</body></html>`;
}

function linkToPreferences(url: string, language: Language): string {
  const parts = markupTranslatorIn<{ html: string }>(language)('emails.chooseEmails', {
    settings: (content) => ({
      html: `<a href="${escapeHtml(url)}" style="color:${dimmed}">${escapeHtml(content.map(String).join(''))}</a>`,
    }),
  });
  return parts.map((part) => (typeof part === 'string' ? escapeHtml(part) : part.html)).join('');
}

function factTable(facts: readonly (readonly [string, string])[]): string {
  if (facts.length === 0) return '';
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="${styles.term}">${escapeHtml(label)}</td>` +
      `<td align="right" style="${styles.fact}">${escapeHtml(value)}</td></tr>`,
  );
  return table(styles.facts, rows.join(''));
}
