import { smallLogo } from '#shared/companies/logo.ts';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { html } from './html.ts';
import { homePhraseOf, jobTypeOf, nationwide, payOf, placeOf } from './job-words.ts';
import { brand } from './layout.ts';
import { failed, type Opening } from './opening.ts';

/** `/jobs/{id}/apply`: all of it for a visitor, who needs an account first; the job for a driver, whose profile comes with the app. */
export function applyOpening(publicUrl: string, job: PublicJob): Opening {
  const next = encodeURIComponent(`/jobs/${job.id}/apply`);
  return {
    title: 'Apply | Haulboard',
    head: html`<link rel="canonical" href="${publicUrl}/jobs/${job.id}" />`,
    isAllForVisitors: true,
    body: html`<a class="skip" href="#content">Skip to content</a>
      <header class="top"><div class="narrow">${brand}</div></header>
      <main id="content" class="narrow">
        <div class="headline">
          <div>
            <h1>Apply</h1>
            <p class="quiet for-visitors">Create a free driver account to apply. Takes about 2 minutes. No resume needed.</p>
            <p class="quiet for-members">Review your information, then send.</p>
          </div>
        </div>
        <section class="card">
          <h2><a href="/jobs/${job.id}">${job.title}</a></h2>
          <div class="from">
            ${job.companyLogo && html`<img src="${job.companyLogo}" alt="" width="${smallLogo.width}" height="${smallLogo.height}" />`}
            <p class="quiet">${job.companyName} · ${placeOf(job)}${job.isGlobal && ` · ${nationwide}`}</p>
          </div>
          <p class="pay">${payOf(job) ?? 'Pay not listed'}</p>
          <ul class="facts">
            <li>${homePhraseOf(job)}</li>
            <li>${jobTypeOf(job)}</li>
          </ul>
        </section>
        <div class="ways for-visitors">
          <a class="button" href="/signup?role=driver&amp;next=${next}">Sign up</a>
          <a class="button plain" href="/login?next=${next}">Sign in</a>
        </div>
        <div class="for-members" role="status" aria-label="Loading your profile">
          <div class="bone"></div>
          <div class="bone"></div>
        </div>
        ${failed}
      </main>`,
  };
}

/** `/members/home`: its frame and its first words. */
export const homeOpening: Opening = {
  title: 'Drivers | Home',
  isAllForVisitors: false,
  body: html`<div class="portal">
    <div class="rail"></div>
    <div>
      <div class="bar"></div>
      <main>
        <div class="headline">
          <div>
            <h1>Home</h1>
            <p class="quiet">Your job matches, applications and news.</p>
          </div>
          <a class="button" href="/jobs">Search jobs</a>
        </div>
        <div role="status" aria-label="Loading">
          <div class="bone"></div>
          <div class="bone"></div>
          <div class="bone"></div>
        </div>
        ${failed}
      </main>
    </div>
  </div>`,
};
