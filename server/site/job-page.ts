import type { ShownAd } from '#shared/ads.ts';
import { productName } from '#shared/brand.ts';
import { companyColor } from '#shared/companies/company-colors.ts';
import { jobFields, type jobFieldsOnCard, type jobFieldsOnPage } from '#shared/jobs/job-fields.ts';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
import { storedNotice } from '#shared/offline.ts';
import { languageOf } from '#shared/texts/language-of.ts';
import type { Language } from '#shared/texts/texts.ts';
import { storedVideo } from '#shared/uploads.ts';
import { adSlots } from './ads.ts';
import { type Html, html, type HtmlPart, trustedHtml, type Site } from './html.ts';
import {
  companyLink,
  renderLogo,
  formatAddress,
  formatBenefits,
  formatJobDay,
  formatEmployment,
  formatEndorsements,
  formatExperience,
  formatExperiencePhrase,
  formatHomeTimePhrase,
  formatHomeTime,
  toIsoTime,
  formatJobType,
  getPromotionLabel,
  saveButton,
  formatPay,
  formatPlace,
  formatPostedOn,
  formatRequiredClass,
  formatWeeklyPay,
  verifiedMark,
  zoneOfJob,
} from './job-card.ts';
import { jobPosting } from './job-posting.ts';
import { renderPage, renderPreview } from './layout.ts';
import { pageParts } from './page-parts.ts';
import { shareHead } from './share-head.ts';

/** What a reader of another language can do: ask for a translation, see it, or see the original again. */
export type TranslationState = { kind: 'none' | 'offered' | 'failed' | 'hidden' } | { kind: 'shown'; html: string };

type JobPage = { ads: readonly ShownAd[]; translation: TranslationState };

export function jobPage(site: Site, job: PublicJob, { ads, translation }: JobPage): string {
  const { t, pathTo } = site;
  const place = formatPlace(job);
  const path = `/jobs/${job.id}`;
  const title = `${titleWithPlace(job)} | ${job.companyName}`;
  const details = [formatPay, formatHomeTimePhrase, formatJobType, formatExperiencePhrase].map((formatDetail) =>
    formatDetail(site, job),
  );
  const description = t('site.jobPageDescription', {
    company: job.companyName,
    place,
    facts: details.filter(Boolean).join(', '),
    productName,
  });
  return renderPage(site, {
    title,
    description,
    path,
    isIndexed: true,
    head: shareHead(site, { title, description, path, logo: job.companyLogo, data: jobPosting(site, job) }),
    body: html`<div class="wrap">
        ${trustedHtml(storedNotice.hidden)}${t('site.storedNotice')} <a href="">${t('ui.tryAgain')}</a></p>
        <p class="crumb">
          <a href="${pathTo('/jobs')}">${t('common.allJobs')}</a> ›
          <a href="${pathTo(`/jobs?location=${encodeURIComponent(place)}`)}">${t('site.jobsNear', { place })}</a>
        </p>
        ${article(site, job, { ads, translation })}
      </div>
      ${pageParts().scripts[job.jobHyperlink === null ? 'job' : 'save'].element} ${pageParts().scripts.seen.element}`,
  });
}

/** The page of a job that is not posted yet, for a frame in the employer's portal. */
export function jobPreview(site: Site, job: PublicJob): string {
  return renderPreview(site, {
    title: job.title,
    body: html`<div class="wrap">${article(site, job, { ads: [], translation: { kind: 'none' } })}</div>`,
  });
}

function article(site: Site, job: PublicJob, { ads, translation }: JobPage): Html {
  return html`<article class="post" style="${toColorVariables(job)}">
    <div class="sheet">
      ${head(site, job)}${keyFacts(site, job)}${aboutSection(site, job, translation)}${requirements(site, job)}${benefits(site, job)}${locationAndDates(site, job)}${adSlots(site, ads)}
    </div>
    ${applyBox(site, job)}
  </article>`;
}

/** The company's accent color on the Apply button and the line above the company's name. */
function toColorVariables({ companyColor: code }: PublicJob): string {
  const { accent, hover, onAccent } = companyColor(code);
  return `--accent:${accent};--accentHover:${hover};--onAccent:${onAccent}`;
}

function head(site: Site, job: PublicJob): Html {
  const promotionLabel = getPromotionLabel(site, job);
  return html`<header class="card head" style="border-top:4px solid var(--accent)">
    ${renderLogo(job, 'page')}
    <div>
      ${promotionLabel && html`<span class="flag">${promotionLabel}</span>`}
      <h1 id="title">${job.title}</h1>
      <p>
        ${companyLink(site, job)} ·
        ${formatPlace(job)}${job.isGlobal && ` · ${site.t('common.nationwide')}`}${job.companyVerified && html` ${verifiedMark(site)}`}
      </p>
      <p class="quiet">${formatPostedOn(site, job)}</p>
      ${formatAnswerTime(site, job)}
    </div>
  </header>`;
}

/** How fast the company usually answers. A job with a page of its own for applications gets its answers there. */
function formatAnswerTime({ t }: Site, { answersWithinDays: days, jobHyperlink }: PublicJob): Html | false {
  return days !== null && jobHyperlink === null && html`<p class="quiet">${t('common.usuallyAnswers', { days })}</p>`;
}

type DetailRow = [label: string, value: string | null, note?: string | null];

/** Public fields that appear elsewhere on the page, or in the text of another field. */
type SeparatelyShownField =
  | 'title'
  | 'jobDescription'
  | 'additionalExperience'
  | 'salaryType'
  | 'benefits'
  | 'endorsements'
  | 'videoUrl'
  | 'isGlobal';
type DetailName = Exclude<keyof typeof jobFieldsOnCard | keyof typeof jobFieldsOnPage, SeparatelyShownField>;

/** Returns the details in display order. The type requires every public field, so a new field cannot be forgotten. */
function getDetails(site: Site, job: PublicJob): Record<DetailName | 'employment' | 'secondChance', DetailRow> {
  const { t, write, formats } = site;
  const formatBonus = (dollars: number) => (dollars > 0 ? formats.money(dollars, true) : null);
  return {
    expectedPay: [t('common.pay'), formatPay(site, job) ?? t('common.payNotListed'), formatWeeklyPay(site, job)],
    homeTime: [write(jobFields.homeTime.label), formatHomeTime(site, job)],
    jobType: [write(jobFields.jobType.label), formatJobType(site, job)],
    cdlClass: [write(jobFields.cdlClass.label), formatRequiredClass(site, job)],
    requiredExperience: [t('common.experience'), formatExperience(site, job)],
    employment: [t('site.employmentType'), formatEmployment(site, job)],
    secondChance: [t('common.fairChanceEmployer'), job.secondChance ? t('site.fairChanceDescription') : null],
    driverUnload: [t('common.driverUnloads'), job.driverUnload ? t('common.yes') : t('common.no')],
    signonBonus: [write(jobFields.signonBonus.label), formatBonus(job.signonBonus)],
    startingBonus: [write(jobFields.startingBonus.label), formatBonus(job.startingBonus)],
  };
}

function keyFacts(site: Site, job: PublicJob): Html {
  const details = Object.values(getDetails(site, job));
  return html`<section class="card" aria-labelledby="key">
    <h2 id="key">${site.t('site.atAGlance')}</h2>
    <dl class="key">
      ${details
        .filter(([, value]) => value !== null)
        .map(
          ([label, value, note]) =>
            html`<div>
              <dt>${label}</dt>
              <dd>${value}${note && html` <span class="quiet">(${note})</span>`}</dd>
            </div>`,
        )}
    </dl>
  </section>`;
}

/**
 * Moves the description's headings below the page's second level, so that the page's outline stays correct. The class keeps
 * the size of the level that the employer chose. HTML has no element below level 6, so deeper headings use `aria-level`.
 */
function lowerHeadings(html: string): string {
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/gi, (_tag, slash: string, level: string) => {
    const outlineLevel = Number(level) + 2;
    const element = `h${Math.min(outlineLevel, 6)}`;
    if (slash) return `</${element}`;
    return `<${element} class="level-${level}"${outlineLevel > 6 ? ` aria-level="${outlineLevel}"` : ''}`;
  });
}

/** The language of the employer's text, if it is not the one of the page. */
export function foreignLanguageOf(site: Site, job: Pick<PublicJob, 'jobDescription'>): Language | null {
  const language = languageOf(job.jobDescription.replaceAll(/<[^>]*>/g, ' '));
  return language === site.language ? null : language;
}

/**
 * The employer's text. A reader of another language is told which one it is written in, and can have it translated where an AI
 * service is set up.
 */
function aboutSection(site: Site, job: PublicJob, translation: TranslationState): Html {
  const language = foreignLanguageOf(site, job);
  const isTranslated = translation.kind === 'shown';
  const writtenIn = (code: Language) => site.t('site.writtenIn', { language: site.formats.languageName(code) });
  const description = trustedHtml(lowerHeadings(isTranslated ? translation.html : job.jobDescription));
  return html`<section class="card prose" aria-labelledby="about">
    <h2 id="about">${site.t('site.aboutThisJob')}</h2>
    ${
      language
        ? html`<p class="quiet">${writtenIn(language)}${isTranslated && ` ${site.t('site.translatedByAi')}`}</p>
            ${translationControl(site, job, translation)}
            <div class="prose" lang="${isTranslated ? site.language : language}">${description}</div>`
        : html`<div class="prose">${description}</div>`
    }
    ${job.videoUrl && video(site, job.videoUrl)}
  </section>`;
}

function translationControl({ t, pathTo }: Site, { id }: PublicJob, { kind }: TranslationState): Html | null {
  const path = pathTo(`/jobs/${id}`);
  switch (kind) {
    case 'none':
      return null;
    case 'shown':
      return html`<p><a href="${path}#about">${t('site.showOriginal')}</a></p>`;
    case 'hidden':
      return html`<p><a href="${path}?translated=1#about">${t('site.showTranslation')}</a></p>`;
    case 'offered':
    case 'failed':
      return html`${kind === 'failed' && html`<p role="alert">${t('site.translationFailed')}</p>`}
        <form method="post" action="${path}/translation">
          <button class="button plain">${t('site.translateText')}</button>
        </form>`;
  }
}

/** An uploaded video plays on the page, with its first frame as a preview. Any other video is a link. */
function video({ t }: Site, url: string): Html {
  return storedVideo.test(url)
    ? html`<video controls preload="metadata" playsinline src="${url}" aria-label="${t('common.videoAboutThisJob')}"></video>`
    : html`<p><a href="${url}" rel="nofollow noopener">${t('site.watchJobVideo')}</a></p>`;
}

function requirements(site: Site, job: PublicJob): Html {
  const { t } = site;
  const endorsements = formatEndorsements(site, job).map((name) => t('site.requiredEndorsement', { name }));
  const requiredClass = formatRequiredClass(site, job);
  const requirementLines = [...(requiredClass ? [requiredClass] : []), formatExperiencePhrase(site, job), ...endorsements];
  if (job.additionalExperience) requirementLines.push(job.additionalExperience);
  return html`<section class="card" aria-labelledby="needs">
    <h2 id="needs">${t('site.requirements')}</h2>
    <ul class="ticks">
      ${requirementLines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </section>`;
}

function benefits(site: Site, job: PublicJob): Html | false {
  if (job.benefits.length === 0) return false;
  return html`<section class="card" aria-labelledby="benefits">
    <h2 id="benefits">${site.t('common.benefits')}</h2>
    <ul class="ticks">
      ${formatBenefits(site, job).map((name) => html`<li>${name}</li>`)}
    </ul>
  </section>`;
}

function locationAndDates({ t }: Site, job: PublicJob): Html {
  return html`<section class="card" aria-labelledby="place">
    <h2 id="place">${t('site.locationAndDates')}</h2>
    <dl class="key">
      <div>
        <dt>${t('common.address')}</dt>
        <dd>${formatAddress(job)}</dd>
      </div>
      ${
        job.isGlobal &&
        html`<div>
          <dt>${t('site.hiringArea')}</dt>
          <dd>${t('common.nationwide')}</dd>
        </div>`
      }
      <div>
        <dt>${t('common.posted')}</dt>
        <dd><time datetime="${toIsoTime(job, job.postingDate)}">${formatJobDay(job, job.postingDate)}</time></dd>
      </div>
      <div>
        <dt>${t('site.openUntil')}</dt>
        <dd><time datetime="${toIsoTime(job, job.expirationDate)}">${formatJobDay(job, job.expirationDate)}</time></dd>
      </div>
    </dl>
  </section>`;
}

/**
 * Shows the Apply button: in a bar at the bottom of a phone, or in a box next to the text on a wide screen. A driver who
 * applied sees the date and a link to the application instead.
 */
function applyBox(site: Site, job: PublicJob): Html {
  const { t, rich, pathTo } = site;
  const isExternal = job.jobHyperlink !== null;
  const time = (content: HtmlPart) => html`<time>${content}</time>`;
  const href = pathTo(isExternal ? `/jobs/${job.id}/go` : `/jobs/${job.id}/apply`);
  return html`<aside class="apply" aria-label="${t('common.apply')}" data-job="${job.id}" data-zone="${zoneOfJob(job)}">
    <div class="terms">
      <p class="pay">${formatPay(site, job) ?? t('common.payNotListed')}</p>
      <p class="quiet to-apply">${formatHomeTimePhrase(site, job)}</p>
      ${!isExternal && html`<p class="applied">${rich('site.youAppliedOn', { time })}</p>`}
    </div>
    <a class="button to-apply" href="${href}" ${isExternal && html` rel="nofollow noopener"`}>${t('common.apply')}</a>
    ${saveButton(site, job, 'title')}
    ${!isExternal && html`<a class="button plain applied" href="/apply/${job.id}">${t('site.viewApplication')}</a>`}
    <p class="quiet more to-apply">${isExternal ? t('site.externalApplyHint') : t('site.applyHint')}</p>
  </aside>`;
}
