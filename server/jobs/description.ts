import { invalid } from '#server/errors.ts';
import { isHtml, plainWords, safeHtml } from '#server/rich-text/safe-html.ts';

export type Description = { descriptionHtml: string; descriptionText: string };

/** Text or HTML as safe HTML and as plain words (`rest: Conventions`). */
export function readDescription(given: string): Description {
  const descriptionHtml = isHtml(given) ? safeHtml(given) : paragraphs(given);
  const descriptionText = plainWords(descriptionHtml);
  if (!descriptionText && !descriptionHtml.includes('<img')) throw invalid('job_description', 'Enter a job description');
  return { descriptionHtml, descriptionText };
}

function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p>${escape(part.trim()).replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
