import type { PublicJob } from '#shared/jobs/public-job.ts';
import { applyScriptElement } from './apply-script.ts';
import { html } from './html.ts';
import { jobCard } from './job-card.ts';
import { renderPage } from './layout.ts';

/** What a visitor needs before the form: a driver account. Its canonical URL is the job's page, for search engines. */
export function applyPage(publicUrl: string, job: PublicJob): string {
  const form = encodeURIComponent(`/apply/${job.id}`);
  return renderPage({
    title: 'Apply | Haulboard',
    description: `Apply to ${job.companyName}: ${job.title}.`,
    canonical: `${publicUrl}/jobs/${job.id}`,
    isIndexed: true,
    isPlain: true,
    head: applyScriptElement,
    body: html`<div class="wrap narrow begin">
      <div>
        <h1>Apply</h1>
        <p>Create a free driver account to apply. Takes about 2 minutes. No resume needed.</p>
      </div>
      <h2 class="hidden">The job</h2>
      <ul class="jobs">
        ${jobCard(job)}
      </ul>
      <div class="ways for-visitors">
        <a class="button" href="/signup?role=driver&amp;next=${form}">Sign up</a>
        <a class="button plain" href="/login?next=${form}">Sign in</a>
      </div>
    </div>`,
  });
}
