import { schemes } from '#shared/brand.ts';

const { page, surface, text: ink, dimmed, accent, onAccent, rail } = schemes.light;

/** One mail: what it is about, in sentences, with at most one link. */
export type Letter = {
  subject: string;
  preview: string;
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
};

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign);

export function asText({ heading, paragraphs, action }: Letter): string {
  return (
    [
      heading,
      ...paragraphs,
      ...(action ? [`${action.label}: ${action.url}`] : []),
      'Haulboard, the hiring portal for trucking',
    ].join('\n\n') + '\n'
  );
}

/** Plain tables and inline styles: what mail readers understand. No remote pictures. */
export function asHtml({ subject, preview, heading, paragraphs, action }: Letter): string {
  const body = paragraphs
    .map((text) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:${ink}">${escape(text)}</p>`)
    .join('');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escape(action.url)}" style="display:inline-block;background:${accent};color:${onAccent};text-decoration:none;font-weight:600;padding:12px 24px;border-radius:8px">${escape(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${dimmed}">Or open ${escape(action.url)}</p>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:${page};font-family:Inter,Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;background:${surface};border-radius:12px">
<tr><td style="padding:24px 32px;background:${rail};border-radius:12px 12px 0 0;color:${surface};font-weight:700;font-size:18px">Haulboard</td></tr>
<tr><td style="padding:32px"><h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:${ink}">${escape(heading)}</h1>${body}${button}</td></tr>
</table></td></tr></table></body></html>`;
}
