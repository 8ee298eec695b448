import { type Html, html } from './html.ts';
import { renderPage } from './layout.ts';

function noticePage(title: string, text: string, more: Html): string {
  const body = html`<div class="wrap">
    <section class="card notice">
      <h1>${title}</h1>
      <p>${text}</p>
      <div class="row">${more}</div>
    </section>
  </div>`;
  return renderPage({ title: `${title} | Haulboard`, description: text, canonical: null, isIndexed: false, body });
}

const searchLink = html`<a class="button" href="/jobs">Search jobs</a>`;

export function closedPage(): string {
  const text = 'The employer closed this job, or it expired. New driver jobs are posted every day.';
  return noticePage(
    'This job is closed',
    text,
    html`${searchLink}<a class="button plain for-visitors" href="/signup?role=driver">Sign up</a>`,
  );
}

export function missingPage(): string {
  return noticePage('Job not found', 'This link may be old or mistyped.', searchLink);
}

export function troublePage(): string {
  return noticePage('Something went wrong', 'This is a problem on our end. Try again in a minute.', searchLink);
}
