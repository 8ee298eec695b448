import { productName, aiPage } from '#shared/brand.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { matchLabels } from '#shared/matching/match-reasons.ts';
import { type MatchPart, matchParts, matchVersion, matchWeights, fullPointsMiles } from '#shared/matching/matching.ts';
import { maxSentMessages } from '#shared/messages/suggested-reply.ts';
import { type Html, html, type HtmlPart, type Site } from './html.ts';
import { jobCard } from './job-card.ts';
import { renderPage } from './layout.ts';
import { pageParts } from './page-parts.ts';

/** Explains what each part of a match compares. The texts must agree with `shared/matching/matching.ts`. */
const getExplanations = ({ t }: Site): Readonly<Record<MatchPart, string>> => ({
  distance: t('site.aiDistance', { nearMiles: fullPointsMiles, rangeMiles }),
  experience: t('site.aiExperience'),
  jobType: t('site.aiJobType'),
  pay: t('site.aiPay'),
  homeTime: t('site.aiHomeTime'),
  endorsements: t('site.aiEndorsements'),
});

/**
 * Explains the match score to anyone (`docs/product/applicants-and-matching.md#how-haulboard-uses-ai`). The weights and
 * the version come from the code that calculates the score.
 */
export function aiUsePage(site: Site, { support, hasAssistant }: { support: string; hasAssistant: boolean }): string {
  const { t, rich, write } = site;
  const title = write(aiPage.title);
  const explanations = getExplanations(site);
  const b = (content: HtmlPart) => html`<b>${content}</b>`;
  const settings = (content: HtmlPart) => html`<a href="/members/profile">${content}</a>`;
  const email = (content: HtmlPart) => html`<a href="mailto:${support}">${content}</a>`;
  const body = html`<div class="wrap">
    <article class="card article prose">
      <h1>${title}</h1>
      <p>${t('site.aiSummary', { productName })}</p>
      <h2>${t('site.aiMatching')}</h2>
      <p>${t('site.aiScore')}</p>
      <p>${t('site.aiRequirements')}</p>
      <h2>${t('site.aiWhatGoesIn')}</h2>
      <ul>
        ${matchParts.map(
          (part) =>
            html`<li>
              ${rich('site.aiPartPoints', { part: write(matchLabels[part]), points: matchWeights[part], b })}
              ${explanations[part]}
            </li>`,
        )}
      </ul>
      <p>${t('site.aiMissingParts')}</p>
      <h2>${t('site.aiWhatNeverGoesIn')}</h2>
      <ul>
        <li>${t('site.aiAge')}</li>
        <li>${t('site.aiNamePhotoGender')}</li>
        <li>${t('site.aiPhoneAndEmail')}</li>
        <li>${t('site.aiMessagesAndRatings')}</li>
      </ul>
      <h2>${t('site.aiSearch')}</h2>
      <p>${t('site.aiPlainSentences')}</p>
      <p>${t('site.aiWhatSearchUses')}</p>
      <h2>${t('site.aiWriting')}</h2>
      <p>${hasAssistant ? t('site.aiWritingByService') : t('site.aiWritingByTemplate')}</p>
      ${
        hasAssistant
          ? html`<p>${t('site.aiWritingSent', { maxMessages: maxSentMessages })}</p>
              <p>${t('site.aiWritingNeverSent')}</p>`
          : null
      }
      <p>${t('site.aiWritingChecks')}</p>
      <h2>${t('site.aiResumes')}</h2>
      <p>${t('site.aiResumesText')}</p>
      <h2>${t('site.aiVersion')}</h2>
      <p>${t('site.aiVersionText', { version: matchVersion })}</p>
      <h2>${t('site.aiTurnOff')}</h2>
      <p>${rich('site.aiHowToTurnOff', { link: settings, b })}</p>
      <h2>${t('site.aiQuestions')}</h2>
      <p>${rich('site.aiHowToAsk', { support, link: email })}</p>
    </article>
  </div>`;
  return renderPage(site, {
    title: `${title} | ${productName}`,
    description: t('site.aiPageDescription', { productName }),
    path: aiPage.path,
    isIndexed: true,
    body,
  });
}

/**
 * Asks a visitor for an email address, to which the app sends a code (`docs/product/drivers.md#applying-without-an-account`).
 * Search engines get the job's page instead.
 */
export function applyPage(site: Site, job: PublicJob): string {
  const { t, offersTexts } = site;
  const encodedApplyPath = encodeURIComponent(`/apply/${job.id}`);
  return renderPage(site, {
    title: `${t('common.apply')} | ${productName}`,
    description: t('site.applyPageDescription', { company: job.companyName, title: job.title }),
    path: `/jobs/${job.id}/apply`,
    canonical: `/jobs/${job.id}`,
    isIndexed: true,
    isMinimal: true,
    head: pageParts().scripts.apply.element,
    body: html`<div class="wrap narrow begin">
      <div>
        <h1>${t('common.apply')}</h1>
        <p>${offersTexts ? t('site.applyWithAnyCodeHint') : t('site.applyWithEmailHint')}</p>
      </div>
      <h2 class="hidden">${t('site.jobHeading')}</h2>
      <ul class="jobs">
        ${jobCard(site, job, { linksCompany: false })}
      </ul>
      <form class="ways for-visitors" action="/apply/${job.id}">
        <label for="address">${offersTexts ? t('common.emailOrPhone') : t('ui.email')}</label>
        ${
          offersTexts
            ? html`<input id="address" inputmode="email" autocomplete="username" autocapitalize="none" maxlength="64" required />`
            : html`<input id="address" type="email" inputmode="email" autocomplete="email" maxlength="64" required />`
        }
        <button class="button">${t('common.continueButton')}</button>
        ${offersTexts ? html`<p class="quiet">${t('common.textRates')}</p>` : ''}
      </form>
      <p class="other-ways for-visitors">
        <a href="/login?next=${encodedApplyPath}">${t('site.signInWithPassword')}</a>
        <a href="/signup?role=driver&amp;next=${encodedApplyPath}">${t('site.signUp')}</a>
      </p>
    </div>`,
  });
}

/** A page that shows only a notice, such as an error. `path` is the path of the request. */
type Notice = { path: string; title: string; text: string; more?: Html };

function noticePage(site: Site, { path, title, text, more }: Notice): string {
  const body = html`<div class="wrap">
    <section class="card notice">
      <h1>${title}</h1>
      <p>${text}</p>
      <div class="row"><a class="button" href="${site.pathTo('/jobs')}">${site.t('ui.searchJobs')}</a>${more}</div>
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
  const more = html`<a class="button plain for-visitors" href="/signup?role=driver">${t('site.signUp')}</a>`;
  return noticePage(site, { path, title: t('errors.jobIsClosed'), text: t('site.jobClosedExplanation'), more });
}

export function notFoundPage(site: Site, path: string): string {
  const { t } = site;
  return noticePage(site, { path, title: t('site.jobNotFound'), text: t('site.jobNotFoundExplanation') });
}

export function companyClosedPage(site: Site, path: string): string {
  const { t } = site;
  return noticePage(site, { path, title: t('companyPage.closed'), text: t('site.companyClosedExplanation') });
}

export function companyNotFoundPage(site: Site, path: string): string {
  const { t } = site;
  return noticePage(site, { path, title: t('companyPage.notFound'), text: t('site.jobNotFoundExplanation') });
}

export function serverErrorPage(site: Site, path: string): string {
  const { t } = site;
  return noticePage(site, { path, title: t('site.somethingWentWrong'), text: t('site.somethingWentWrongHint') });
}
