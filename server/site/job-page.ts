import type { ShownAd } from '#shared/ads.ts';
import { productName } from '#shared/brand.ts';
import { companyColor } from '#shared/companies/company-colors.ts';
import * as format from '#shared/format.ts';
import { jobFields, type jobFieldsOnCard, type jobFieldsOnPage } from '#shared/jobs/job-fields.ts';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { zoneOfPlace } from '#shared/places/place-zone.ts';
import { storedVideo } from '#shared/uploads.ts';
import { adSlots } from './ads.ts';
import { type Html, html, jsonScript, type Piece, trusted, type Site } from './html.ts';
import {
  logoOf,
  addressOf,
  benefitsOf,
  dayOf,
  employmentOf,
  endorsementsOf,
  experienceOf,
  experiencePhraseOf,
  homePhraseOf,
  homeTimeOf,
  isoOf,
  jobTypeOf,
  promotionLabelOf,
  payOf,
  placeOf,
  postedOnOf,
  weekOf,
} from './job-card.ts';
import { jobPosting } from './job-posting.ts';
import { renderPage } from './layout.ts';
import { appliedScriptElement } from './page-scripts.ts';

export function jobPage(site: Site, job: PublicJob, ads: readonly ShownAd[]): string {
  const { publicUrl, t, pathTo } = site;
  const place = placeOf(job);
  const path = `/jobs/${job.id}`;
  const title = `${job.title}, ${place} | ${job.companyName}`;
  const facts = [payOf, homePhraseOf, jobTypeOf, experiencePhraseOf].map((wordsOf) => wordsOf(site, job));
  const description = t('public.companyIsHiring', {
    company: job.companyName,
    place,
    facts: facts.filter(Boolean).join(', '),
    productName,
  });
  const image = job.companyLogo && `${publicUrl}${job.companyLogo}`;
  return renderPage(site, {
    title,
    description,
    path,
    isIndexed: true,
    head: html`<meta property="og:type" content="website" /><meta property="og:site_name" content="${productName}" /><meta
        property="og:title"
        content="${title}"
      /><meta property="og:description" content="${description}" /><meta
        property="og:url"
        content="${publicUrl}${pathTo(path)}"
      />${image && html`<meta property="og:image" content="${image}" />`}<meta name="twitter:card" content="summary" />
      <script type="application/ld+json">
        ${jsonScript(jobPosting(site, job))}
      </script>`,
    body: html`<div class="wrap">
      <p class="crumb">
        <a href="${pathTo('/jobs')}">${t('public.allJobs')}</a> ›
        <a href="${pathTo(`/jobs?location=${encodeURIComponent(place)}`)}">${t('public.jobsNear', { place })}</a>
      </p>
      <article class="post" style="${colorsOf(job)}">
        <div class="sheet">
          ${head(site, job)}${keyFacts(site, job)}${about(site, job)}${requirements(site, job)}${benefits(site, job)}${whereAndWhen(site, job)}${adSlots(site, ads)}
        </div>
        ${applyBox(site, job)}
      </article>
    </div>`,
  });
}

/** The company's accent color on the Apply button and the line above the company's name. */
function colorsOf({ companyColor: code }: PublicJob): string {
  const { accent, hover, onAccent } = companyColor(code);
  return `--accent:${accent};--accentHover:${hover};--onAccent:${onAccent}`;
}

function head(site: Site, job: PublicJob): Html {
  const promotionLabel = promotionLabelOf(site, job);
  return html`<header class="card head" style="border-top:4px solid var(--accent)">
    ${logoOf(job, 'page')}
    <div>
      ${promotionLabel && html`<span class="flag">${promotionLabel}</span>`}
      <h1>${job.title}</h1>
      <p>${job.companyName} · ${placeOf(job)}${job.isGlobal && ` · ${site.t('public.nationwide')}`}</p>
      <p class="quiet">${postedOnOf(site, job)}</p>
    </div>
  </header>`;
}

type Fact = [label: string, value: string | null, note?: string | null];

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
type FactName = Exclude<keyof typeof jobFieldsOnCard | keyof typeof jobFieldsOnPage, SeparatelyShownField>;

/** In display order. A public field that is missing here does not compile. */
function factsOf(site: Site, job: PublicJob): Record<FactName | 'employment' | 'secondChance', Fact> {
  const { t, write } = site;
  const bonus = (dollars: number) => (dollars > 0 ? format.money(dollars, true) : null);
  return {
    expectedPay: [t('public.pay'), payOf(site, job) ?? t('public.payNotListed'), weekOf(site, job)],
    homeTime: [write(jobFields.homeTime.label), homeTimeOf(site, job)],
    jobType: [write(jobFields.jobType.label), jobTypeOf(site, job)],
    requiredExperience: [t('public.experience'), experienceOf(site, job)],
    employment: [t('public.employment'), employmentOf(site, job)],
    secondChance: [t('public.fairChanceEmployer'), job.secondChance ? t('public.driversWithARecordMay') : null],
    driverUnload: [t('public.driverUnload'), job.driverUnload ? t('public.yes') : t('public.no')],
    signonBonus: [write(jobFields.signonBonus.label), bonus(job.signonBonus)],
    startingBonus: [write(jobFields.startingBonus.label), bonus(job.startingBonus)],
  };
}

function keyFacts(site: Site, job: PublicJob): Html {
  const facts = Object.values(factsOf(site, job));
  return html`<section class="card" aria-labelledby="key">
    <h2 id="key">${site.t('public.atAGlance')}</h2>
    <dl class="key">
      ${facts
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
 * the level that the employer chose, and with it the size. Below level 6, HTML has only `aria-level`.
 */
function headingsBelow(html: string): string {
  return html.replace(/<(\/?)h([1-6])(?=[\s>])/gi, (_tag, slash: string, level: string) => {
    const outlineLevel = Number(level) + 2;
    const element = `h${Math.min(outlineLevel, 6)}`;
    if (slash) return `</${element}`;
    return `<${element} class="level-${level}"${outlineLevel > 6 ? ` aria-level="${outlineLevel}"` : ''}`;
  });
}

function about(site: Site, job: PublicJob): Html {
  const description = trusted(headingsBelow(job.jobDescription));
  return html`<section class="card prose" aria-labelledby="about">
    <h2 id="about">${site.t('public.aboutThisJob')}</h2>
    <div class="prose">${description}</div>
    ${job.videoUrl && video(site, job.videoUrl)}
  </section>`;
}

/** An uploaded video is played, with its first frame as a preview. Any other is a link. */
function video({ t }: Site, url: string): Html {
  return storedVideo.test(url)
    ? html`<video controls preload="metadata" playsinline src="${url}" aria-label="${t('public.videoAboutThisJob')}"></video>`
    : html`<p><a href="${url}" rel="nofollow noopener">${t('public.watchTheVideoAboutThis')}</a></p>`;
}

function requirements(site: Site, job: PublicJob): Html {
  const { t } = site;
  const endorsements = endorsementsOf(site, job).map((name) => t('public.endorsementOf', { name }));
  const list = [experiencePhraseOf(site, job), ...endorsements];
  if (job.additionalExperience) list.push(job.additionalExperience);
  return html`<section class="card" aria-labelledby="needs">
    <h2 id="needs">${t('public.requirements')}</h2>
    <ul class="ticks">
      ${list.map((line) => html`<li>${line}</li>`)}
    </ul>
  </section>`;
}

function benefits(site: Site, job: PublicJob): Html | false {
  if (job.benefits.length === 0) return false;
  return html`<section class="card" aria-labelledby="benefits">
    <h2 id="benefits">${site.t('public.benefits')}</h2>
    <ul class="ticks">
      ${benefitsOf(site, job).map((name) => html`<li>${name}</li>`)}
    </ul>
  </section>`;
}

function whereAndWhen({ t }: Site, job: PublicJob): Html {
  return html`<section class="card" aria-labelledby="place">
    <h2 id="place">${t('public.locationAndDates')}</h2>
    <dl class="key">
      <div>
        <dt>${t('public.address')}</dt>
        <dd>${addressOf(job)}</dd>
      </div>
      ${
        job.isGlobal &&
        html`<div>
          <dt>${t('public.hiringArea')}</dt>
          <dd>${t('public.nationwide')}</dd>
        </div>`
      }
      <div>
        <dt>${t('public.posted')}</dt>
        <dd><time datetime="${isoOf(job, job.postingDate)}">${dayOf(job, job.postingDate)}</time></dd>
      </div>
      <div>
        <dt>${t('public.openUntil')}</dt>
        <dd><time datetime="${isoOf(job, job.expirationDate)}">${dayOf(job, job.expirationDate)}</time></dd>
      </div>
    </dl>
  </section>`;
}

/**
 * On a phone a bar at the bottom, on a wide screen a box next to the text. A driver who applied sees the date and a link to
 * the application.
 */
function applyBox(site: Site, job: PublicJob): Html {
  const { t, rich, pathTo } = site;
  const isElsewhere = job.jobHyperlink !== null;
  const time = (content: Piece) => html`<time>${content}</time>`;
  const href = pathTo(isElsewhere ? `/jobs/${job.id}/go` : `/jobs/${job.id}/apply`);
  return html`<aside class="apply" aria-label="${t('public.apply')}" data-job="${job.id}" data-zone="${zoneOfPlace(job)}">
      <div class="terms">
        <p class="pay">${payOf(site, job) ?? t('public.payNotListed')}</p>
        <p class="quiet to-apply">${homePhraseOf(site, job)}</p>
        ${!isElsewhere && html`<p class="applied">${rich('public.youAppliedOn', { time })}</p>`}
      </div>
      <a class="button to-apply" href="${href}" ${isElsewhere && html` rel="nofollow noopener"`}>${t('public.apply')}</a>
      ${!isElsewhere && html`<a class="button plain applied" href="/apply/${job.id}">${t('public.viewApplication')}</a>`}
      <p class="quiet more to-apply">${isElsewhere ? t('public.youllApplyOnTheEmployers') : t('public.takesAbout2Minutes')}</p>
    </aside>
    ${!isElsewhere && appliedScriptElement}`;
}
