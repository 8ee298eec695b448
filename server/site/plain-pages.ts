import { productName, aiPage } from '#shared/brand.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { matchLabels } from '#shared/matching/match-reasons.ts';
import { type MatchPart, matchParts, matchVersion, matchWeights, nearMiles } from '#shared/matching/matching.ts';
import { type Html, html, type Piece, type Site } from './html.ts';
import { jobCard } from './job-card.ts';
import { renderPage } from './layout.ts';
import { applyScriptElement } from './page-scripts.ts';

/** What each part of a match compares, as `shared/matching/matching.ts` does it. */
const explanationsIn = ({ t }: Site): Readonly<Record<MatchPart, string>> => ({
  distance: t('public.aiDistance', { nearMiles, rangeMiles }),
  experience: t('public.aiExperience'),
  jobType: t('public.aiJobType'),
  pay: t('public.aiPay'),
  homeTime: t('public.aiHomeTime'),
  endorsements: t('public.aiEndorsements'),
});

/**
 * Explains the match score to anyone (`docs/product/applicants-and-matching.md#how-haulboard-uses-ai`). Weights and version
 * come from the code that calculates it.
 */
export function aiUsePage(site: Site, support: string): string {
  const { t, rich, write } = site;
  const title = write(aiPage.title);
  const explanations = explanationsIn(site);
  const b = (content: Piece) => html`<b>${content}</b>`;
  const settings = (content: Piece) => html`<a href="/members/settings">${content}</a>`;
  const email = (content: Piece) => html`<a href="mailto:${support}">${content}</a>`;
  const body = html`<div class="wrap">
    <article class="card article prose">
      <h1>${title}</h1>
      <p>${t('public.aiSummary', { productName })}</p>
      <h2>${t('public.aiMatching')}</h2>
      <p>${t('public.aiScore')}</p>
      <p>${t('public.aiRequirements')}</p>
      <h2>${t('public.aiWhatGoesIn')}</h2>
      <ul>
        ${matchParts.map(
          (part) =>
            html`<li>
              ${rich('public.aiPart', { part: write(matchLabels[part]), points: matchWeights[part], b })} ${explanations[part]}
            </li>`,
        )}
      </ul>
      <p>${t('public.aiMissingParts')}</p>
      <h2>${t('public.aiWhatNeverGoesIn')}</h2>
      <ul>
        <li>${t('public.aiAge')}</li>
        <li>${t('public.aiNamePhotoGender')}</li>
        <li>${t('public.aiPhoneAndEmail')}</li>
        <li>${t('public.aiMessagesAndRatings')}</li>
      </ul>
      <h2>${t('public.aiSearch')}</h2>
      <p>${t('public.aiPlainSentences')}</p>
      <p>${t('public.aiWhatSearchUses')}</p>
      <h2>${t('public.aiVersion')}</h2>
      <p>${t('public.aiThisVersion', { version: matchVersion })}</p>
      <h2>${t('public.aiTurnOff')}</h2>
      <p>${rich('public.aiHowToTurnOff', { link: settings, b })}</p>
      <h2>${t('public.aiQuestions')}</h2>
      <p>${rich('public.aiHowToAsk', { support, link: email })}</p>
    </article>
  </div>`;
  return renderPage(site, {
    title: `${title} | ${productName}`,
    description: t('public.aiDescription', { productName }),
    path: aiPage.path,
    isIndexed: true,
    body,
  });
}

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

/** The page for a request that has no other answer, at the path of the request. */
type Notice = { path: string; title: string; text: string; more?: Html };

function noticePage(site: Site, { path, title, text, more }: Notice): string {
  const body = html`<div class="wrap">
    <section class="card notice">
      <h1>${title}</h1>
      <p>${text}</p>
      <div class="row"><a class="button" href="${site.pathTo('/jobs')}">${site.t('public.searchJobs')}</a>${more}</div>
    </section>
  </div>`;
  return renderPage(site, {
    title: `${title} | ${productName}`,
    description: text,
    path,
    canonical: null,
    isIndexed: false,
    body,
  });
}

export function closedPage(site: Site, path: string): string {
  const { t } = site;
  const more = html`<a class="button plain for-visitors" href="/signup?role=driver">${t('public.signUp')}</a>`;
  return noticePage(site, { path, title: t('public.thisJobIsClosed'), text: t('public.theEmployerClosedThisJob'), more });
}

export function missingPage(site: Site, path: string): string {
  const { t } = site;
  return noticePage(site, { path, title: t('public.jobNotFound'), text: t('public.thisLinkMayBeOld') });
}

export function troublePage(site: Site, path: string): string {
  const { t } = site;
  return noticePage(site, { path, title: t('public.somethingWentWrong'), text: t('public.thisIsAProblemOn') });
}
