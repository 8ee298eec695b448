import type { ShownAd } from '#shared/ads.ts';
import * as format from '#shared/format.ts';
import { companyColor } from '#shared/companies/company-colors.ts';
import type { PublicJob } from '#shared/jobs/public-job.ts';
import { storedVideo } from '#shared/uploads.ts';
import { jobFields, type jobFieldsOnCard, type jobFieldsOnPage } from '#shared/jobs/job-fields.ts';
import { zoneOfPlace } from '#shared/places/place-zone.ts';
import { adSlots } from './ads.ts';
import { appliedScriptElement } from './applied-script.ts';
import { type Html, html, jsonScript, trusted } from './html.ts';
import { logoOf } from './job-card.ts';
import { jobPosting } from './job-posting.ts';
import * as words from './job-words.ts';
import { renderPage } from './layout.ts';
import { writerIn } from '#shared/texts/write-text.ts';

export function jobPage(publicUrl: string, job: PublicJob, ads: readonly ShownAd[]): string {
  const place = words.placeOf(job);
  const canonical = `${publicUrl}/jobs/${job.id}`;
  const pay = words.payOf(job);
  const title = `${job.title}, ${place} | ${job.companyName}`;
  const facts = [pay, words.homePhraseOf(job), words.jobTypeOf(job), words.experiencePhraseOf(job)].filter(Boolean).join(', ');
  const description = `${job.companyName} is hiring in ${place}: ${facts}. Apply on Haulboard in 2 minutes.`;
  const image = job.companyLogo && `${publicUrl}${job.companyLogo}`;
  return renderPage({
    title,
    description,
    canonical,
    isIndexed: true,
    head: html`<meta property="og:type" content="website" /><meta property="og:site_name" content="Haulboard" /><meta
        property="og:title"
        content="${title}"
      /><meta property="og:description" content="${description}" /><meta
        property="og:url"
        content="${canonical}"
      />${image && html`<meta property="og:image" content="${image}" />`}<meta name="twitter:card" content="summary" />
      <script type="application/ld+json">
        ${jsonScript(jobPosting(job, publicUrl))}
      </script>`,
    body: html`<div class="wrap">
      <p class="crumb">
        <a href="/jobs">All jobs</a> › <a href="/jobs?location=${encodeURIComponent(place)}">Jobs near ${place}</a>
      </p>
      <article class="post" style="${colorsOf(job)}">
        <div class="sheet">
          ${head(job)}${keyFacts(job)}${about(job)}${requirements(job)}${benefits(job)}${whereAndWhen(job)}${adSlots(ads)}
        </div>
        ${applyBox(job)}
      </article>
    </div>`,
  });
}

/** The company's accent color on the Apply button and the line above the company's name. */
function colorsOf({ companyColor: code }: PublicJob): string {
  const { accent, hover, onAccent } = companyColor(code);
  return `--accent:${accent};--accentHover:${hover};--onAccent:${onAccent}`;
}

function head(job: PublicJob): Html {
  const paidPlace = words.paidPlaceOf(job);
  return html`<header class="card head" style="border-top:4px solid var(--accent)">
    ${logoOf(job, 'page')}
    <div>
      ${paidPlace && html`<span class="flag">${paidPlace}</span>`}
      <h1>${job.title}</h1>
      <p>${job.companyName} · ${words.placeOf(job)}${job.isGlobal && ` · ${words.nationwide}`}</p>
      <p class="quiet">
        Posted <time datetime="${words.isoOf(job, job.postingDate)}">${words.dayOf(job, job.postingDate)}</time>
      </p>
    </div>
  </header>`;
}

type Fact = [label: string, value: string | null, note?: string | null];

/** Public fields that appear elsewhere on the page, or in the text of another field. */
type ShownElsewhere =
  | 'title'
  | 'jobDescription'
  | 'additionalExperience'
  | 'salaryType'
  | 'benefits'
  | 'endorsements'
  | 'videoUrl'
  | 'isGlobal';
type FactName = Exclude<keyof typeof jobFieldsOnCard | keyof typeof jobFieldsOnPage, ShownElsewhere>;

const write = writerIn('en');

/** In display order. A public field that is missing here does not compile. */
function factsOf(job: PublicJob): Record<FactName | 'employment' | 'secondChance', Fact> {
  const bonus = (dollars: number) => (dollars > 0 ? format.money(dollars, true) : null);
  return {
    expectedPay: ['Pay', words.payOf(job) ?? 'Pay not listed', words.weekOf(job)],
    homeTime: [write(jobFields.homeTime.label), words.homeTimeOf(job)],
    jobType: [write(jobFields.jobType.label), words.jobTypeOf(job)],
    requiredExperience: ['Experience', words.experienceOf(job)],
    employment: ['Employment', words.employmentOf(job)],
    secondChance: ['Fair-chance employer', job.secondChance ? 'Drivers with a record may apply' : null],
    driverUnload: ['Driver unload', job.driverUnload ? 'Yes' : 'No'],
    signonBonus: [write(jobFields.signonBonus.label), bonus(job.signonBonus)],
    startingBonus: [write(jobFields.startingBonus.label), bonus(job.startingBonus)],
  };
}

function keyFacts(job: PublicJob): Html {
  const facts = Object.values(factsOf(job));
  return html`<section class="card" aria-labelledby="key">
    <h2 id="key">At a glance</h2>
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

function about(job: PublicJob): Html {
  const description = trusted(headingsBelow(job.jobDescription));
  return html`<section class="card prose" aria-labelledby="about">
    <h2 id="about">About this job</h2>
    <div class="prose">${description}</div>
    ${job.videoUrl && video(job.videoUrl)}
  </section>`;
}

/** An uploaded video is played, with its first frame as a preview. Any other is a link. */
function video(url: string): Html {
  return storedVideo.test(url)
    ? html`<video controls preload="metadata" playsinline src="${url}" aria-label="Video about this job"></video>`
    : html`<p><a href="${url}" rel="nofollow noopener">Watch the video about this job</a></p>`;
}

function requirements(job: PublicJob): Html {
  const list = [words.experiencePhraseOf(job), ...words.endorsementsOf(job).map((name) => `Endorsement: ${name}`)];
  if (job.additionalExperience) list.push(job.additionalExperience);
  return html`<section class="card" aria-labelledby="needs">
    <h2 id="needs">Requirements</h2>
    <ul class="ticks">
      ${list.map((line) => html`<li>${line}</li>`)}
    </ul>
  </section>`;
}

function benefits(job: PublicJob): Html | false {
  if (job.benefits.length === 0) return false;
  return html`<section class="card" aria-labelledby="benefits">
    <h2 id="benefits">Benefits</h2>
    <ul class="ticks">
      ${words.benefitsOf(job).map((name) => html`<li>${name}</li>`)}
    </ul>
  </section>`;
}

function whereAndWhen(job: PublicJob): Html {
  return html`<section class="card" aria-labelledby="place">
    <h2 id="place">Location and dates</h2>
    <dl class="key">
      <div>
        <dt>Address</dt>
        <dd>${words.addressOf(job)}</dd>
      </div>
      ${
        job.isGlobal &&
        html`<div>
          <dt>Hiring area</dt>
          <dd>${words.nationwide}</dd>
        </div>`
      }
      <div>
        <dt>Posted</dt>
        <dd><time datetime="${words.isoOf(job, job.postingDate)}">${words.dayOf(job, job.postingDate)}</time></dd>
      </div>
      <div>
        <dt>Open until</dt>
        <dd><time datetime="${words.isoOf(job, job.expirationDate)}">${words.dayOf(job, job.expirationDate)}</time></dd>
      </div>
    </dl>
  </section>`;
}

/**
 * On a phone a bar at the bottom, on a wide screen a box next to the text. A driver who applied sees the date and a link to
 * the application.
 */
function applyBox(job: PublicJob): Html {
  const isElsewhere = job.jobHyperlink !== null;
  const href = isElsewhere ? `/jobs/${job.id}/go` : `/jobs/${job.id}/apply`;
  return html`<aside class="apply" aria-label="Apply" data-job="${job.id}" data-zone="${zoneOfPlace(job)}">
      <div class="terms">
        <p class="pay">${words.payOf(job) ?? 'Pay not listed'}</p>
        <p class="quiet to-apply">${words.homePhraseOf(job)}</p>
        ${!isElsewhere && html`<p class="applied">You applied on <time></time></p>`}
      </div>
      <a class="button to-apply" href="${href}" ${isElsewhere && html` rel="nofollow noopener"`}>Apply</a>
      ${!isElsewhere && html`<a class="button plain applied" href="/apply/${job.id}">View application</a>`}
      <p class="quiet more to-apply">
        ${isElsewhere ? 'You’ll apply on the employer’s own site.' : 'Takes about 2 minutes. No resume needed.'}
      </p>
    </aside>
    ${!isElsewhere && appliedScriptElement}`;
}
