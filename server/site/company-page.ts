import { productName } from '#shared/brand.ts';
import { companyColor } from '#shared/companies/company-colors.ts';
import { companyPath, type PublicCompany } from '#shared/companies/company-page.ts';
import * as format from '#shared/format.ts';
import { searchPageSize } from '#shared/jobs/public-job.ts';
import { platformZone } from '#shared/time-zone.ts';
import { companyData } from './company-data.ts';
import { type Html, html, type HtmlPart, type Site } from './html.ts';
import { jobCard, renderLogo, verifiedMark } from './job-card.ts';
import { renderPage } from './layout.ts';
import { pageLinks } from './page-links.ts';
import { pageParts } from './page-parts.ts';
import { shareHead } from './share-head.ts';
import { placesMap } from './us-map.ts';

const placeOf = (company: PublicCompany): string => format.cityState(company);

/**
 * A company's public page: what the company says about itself, what was checked, and its public jobs
 * (`docs/product/companies.md#public-page`). `page` is the page of its jobs, starting at 1.
 */
export function companyPage(site: Site, company: PublicCompany, page: number): string {
  const { t, pathTo } = site;
  const { companyName, slug, companyLogo, jobs } = company;
  const canonical = companyPath(slug);
  const path = page > 1 ? `${canonical}?page=${page}` : canonical;
  const count = jobs.pagination.total;
  const place = placeOf(company);
  const title = t('site.companyPageTitle', { company: companyName, productName });
  const description = place
    ? t('site.companyPageDescriptionIn', { company: companyName, place, count })
    : t('site.companyPageDescription', { company: companyName, count });
  const { accent, hover, onAccent } = companyColor(company.companyColor);
  return renderPage(site, {
    title,
    description,
    path,
    isIndexed: true,
    head: shareHead(site, { title, description, path: canonical, logo: companyLogo, data: companyData(site, company) }),
    body: html`<div class="wrap">
        <p class="crumb"><a href="${pathTo('/jobs')}">${t('common.allJobs')}</a> › ${companyName}</p>
        <article class="company" style="--accent:${accent};--accentHover:${hover};--onAccent:${onAccent}">
          ${head(site, company)}
          <div class="sheet side">${facts(site, company)}${checkSection(site, company)}</div>
          <div class="sheet">
            ${about(site, company)}${openJobs(site, company, page)}${terminals(site, company)}${photos(site, company)}
          </div>
        </article>
      </div>
      ${pageParts().scripts.save.element}`,
  });
}

function head(site: Site, company: PublicCompany): Html {
  const { companyName, verification } = company;
  return html`<header class="card head" style="border-top:4px solid var(--accent)">
    ${renderLogo(company, 'page')}
    <div>
      <h1>${companyName}</h1>
      ${placeOf(company) && html`<p>${placeOf(company)}</p>`} ${verification && html`<p>${verifiedMark(site)}</p>`}
    </div>
  </header>`;
}

function facts({ t, formats }: Site, company: PublicCompany): Html | false {
  const { fleetSize, powerUnits, drivers, verification, foundedYear, answersWithinDays, secondChance, website } = company;
  const inRegistry = (count: number | null) =>
    count !== null && verification && t('site.numberInRegistry', { count: formats.number(count), source: verification.source });
  const fromCompany = fleetSize !== null && t('site.numberFromCompany', { count: formats.number(fleetSize) });
  const rows: [label: string, value: HtmlPart][] = [
    [t('site.headquarters'), placeOf(company)],
    [t('site.trucks'), inRegistry(powerUnits) || fromCompany],
    [t('ui.drivers'), inRegistry(drivers)],
    [t('site.founded'), foundedYear !== null && String(foundedYear)],
    [t('site.answers'), answersWithinDays !== null && t('common.usuallyAnswers', { days: answersWithinDays })],
    [t('common.fairChanceEmployer'), secondChance && t('site.fairChanceDescription')],
    [
      t('companyPage.website'),
      website !== null && html`<a href="${website}" rel="nofollow noopener">${new URL(website).hostname}</a>`,
    ],
  ];
  const filledRows = rows.filter(([, value]) => Boolean(value));
  if (filledRows.length === 0) return false;
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">${t('site.atAGlance')}</h2>
    <dl class="key">
      ${filledRows.map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** What was checked, with its source and day, and what was not. */
function checkSection(site: Site, { usdotNumber, mcNumber, verification }: PublicCompany): Html {
  const { t, rich } = site;
  const numbers = [usdotNumber && `USDOT ${usdotNumber}`, mcNumber && `MC ${mcNumber}`].filter(Boolean).join(' · ');
  const time = (content: HtmlPart) => html`<time datetime="${verification?.checkedAt.toISOString()}">${content}</time>`;
  return html`<section class="card prose" aria-labelledby="check">
    <h2 id="check">${t('companyPage.carrierCheck')}</h2>
    ${
      verification
        ? html`<p>
              ${rich('site.carrierChecked', {
                usdotNumber: verification.usdotNumber,
                source: verification.source,
                date: format.date(verification.checkedAt, platformZone),
                time,
              })}
            </p>
            <p class="quiet">${t('site.carrierCheckedMeaning', { legalName: verification.legalName, productName })}</p>`
        : html`<p>
            ${numbers ? t('site.carrierNumbersUnchecked', { numbers, productName }) : t('site.carrierUnchecked', { productName })}
          </p>`
    }
  </section>`;
}

/** Paragraphs are separated by empty lines. */
function about({ t }: Site, { about: content, companyName }: PublicCompany): Html | false {
  if (!content) return false;
  return html`<section class="card prose" aria-labelledby="about">
    <h2 id="about">${t('site.aboutCompany', { company: companyName })}</h2>
    ${content.split(/\n\s*\n/).map((paragraph) => html`<p class="lines">${paragraph.trim()}</p>`)}
  </section>`;
}

function openJobs(site: Site, { slug, jobs }: PublicCompany, page: number): Html {
  const { t } = site;
  const { items, pagination } = jobs;
  const last = Math.ceil(pagination.total / searchPageSize);
  const toPath = (number: number) => `${companyPath(slug)}${number > 1 ? `?page=${number}` : ''}#jobs`;
  return html`<section aria-labelledby="jobs">
    <h2 id="jobs">${t('site.openJobsCount', { count: pagination.total })}</h2>
    ${
      items.length > 0
        ? html`<ul class="jobs">
              ${items.map((job) => jobCard(site, job, { canSave: true, linksCompany: false }))}
            </ul>
            ${pageLinks(site, { page, last, toPath })}`
        : html`<p class="card">${t('site.companyHasNoJobs')} <a href="${site.pathTo('/jobs')}">${t('ui.searchJobs')}</a></p>`
    }
  </section>`;
}

function terminals({ t }: Site, { terminals: places }: PublicCompany): Html | false {
  if (places.length === 0) return false;
  const label = t('site.mapOfTerminals', { count: places.length });
  return html`<section class="card" aria-labelledby="terminals">
    <h2 id="terminals">${t('companyPage.terminals')}</h2>
    <div class="terminals">
      <ul>
        ${places.map((place) => html`<li>${[place.name, format.cityState(place)].filter(Boolean).join(' · ')}</li>`)}
      </ul>
      <div class="map shown">
        ${placesMap(
          places.map((place) => ({ ...place, name: format.cityState(place) })),
          label,
        )}
      </div>
    </div>
  </section>`;
}

function photos({ t }: Site, { photos: pictures }: PublicCompany): Html | false {
  if (pictures.length === 0) return false;
  return html`<section class="card" aria-labelledby="photos">
    <h2 id="photos">${t('companyPage.photos')}</h2>
    <ul class="photos">
      ${pictures.map(
        ({ url, alt, width, height }) =>
          html`<li><img src="${url}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async" /></li>`,
      )}
    </ul>
  </section>`;
}
