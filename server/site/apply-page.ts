import { productName } from '#shared/brand.ts';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { applyScriptElement } from './apply-script.ts';
import { html } from './html.ts';
import { jobCard } from './job-card.ts';
import type { Site } from './languages.ts';
import { renderPage } from './layout.ts';

/** What a visitor needs before the form: a driver account. Its canonical URL is the job's page, for search engines. */
export function applyPage(site: Site, job: PublicJob): string {
  const { t } = site;
  const form = encodeURIComponent(`/apply/${job.id}`);
  return renderPage(site, {
    title: `${t('public.apply')} | ${productName}`,
    description: t('public.applyToJob', { company: job.companyName, title: job.title }),
    path: `/jobs/${job.id}/apply`,
    canonical: `/jobs/${job.id}`,
    isIndexed: true,
    isPlain: true,
    head: applyScriptElement,
    body: html`<div class="wrap narrow begin">
      <div>
        <h1>${t('public.apply')}</h1>
        <p>${t('public.createAFreeDriverAccount')}</p>
      </div>
      <h2 class="hidden">${t('public.theJob')}</h2>
      <ul class="jobs">
        ${jobCard(site, job)}
      </ul>
      <div class="ways for-visitors">
        <a class="button" href="/signup?role=driver&amp;next=${form}">${t('public.signUp')}</a>
        <a class="button plain" href="/login?next=${form}">${t('public.signIn')}</a>
      </div>
    </div>`,
  });
}
