import type { FoundJobs } from '#server/jobs/public-search.ts';
import type { ShownAd } from '#shared/ads.ts';
import { productName } from '#shared/brand.ts';
import { endorsements, homeTimes, jobTypes, labelOf, requiredExperiences } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
import { adSlots } from './ads.ts';
import { type Html, html, type Piece, type Site } from './html.ts';
import { jobCard } from './job-card.ts';
import { renderPage } from './layout.ts';
import { searchScriptElement } from './page-scripts.ts';
import { type FieldProblems, filterPanel, searchForm, sortControl } from './search-form.ts';
import { pageSize, type SearchParams, searchPath, type UnderstoodSearch } from './understand-search.ts';
import { usMap } from './us-map.ts';

type Search = {
  /** What the visitor typed. */
  typedParams: SearchParams;
  search: UnderstoodSearch;
  found: FoundJobs;
  ads: readonly ShownAd[];
};

export function searchPage(site: Site, { typedParams, search, found, ads }: Search): string {
  const { t } = site;
  const { params, problems: problemTexts, sort, sorts } = search;
  const { items, pagination, correctedTo, isUnknownPlace } = found;
  const near = correctedTo ?? params.location;
  const isUnderstood = Object.keys(problemTexts).length === 0;
  const isSearch = !isUnderstood || searchPath(params) !== '/jobs';
  const problems: FieldProblems = Object.fromEntries(
    Object.entries(problemTexts).map(([field, problem]) => [field, site.write(problem)]),
  );
  /** Each field keeps what was typed, even if it was not understood. The radius must be one of the choices. */
  const form = { ...typedParams, radius: params.radius };
  const body = html`<div class="hero">
      <div class="wrap">
        <h1>${t('public.findYourNextDrivingJob')}</h1>
        <p>${t('public.seePayHomeTime')}</p>
        ${searchForm(site, form, problems)}
      </div>
    </div>
    <div class="wrap find">
      ${filterPanel(site, form, problems)}
      <section aria-label="${t('public.results')}">
        ${!isUnderstood && html`<p class="wrong">${t('public.weCouldntUsePartOf')}</p>`}
        ${correctedTo && html`<p class="corrected">${site.rich('public.showingJobsNear', { place: correctedTo, search: params.location, b: bold })}</p>`}
        ${
          items.length > 0
            ? results(site, params, { items, count: pagination.total, sort, sorts }, adSlots(site, ads))
            : html`${noResultsMessage(site, params, { count: pagination.total, isSearch, isUnknownPlace, placeProblem: problems.location })}${adSlots(site, ads)}`
        }
      </section>
      ${items.length > 0 && usMap(site, items)}
    </div>
    ${searchScriptElement}`;
  const countText = countOf(pagination.total);
  return renderPage(site, {
    title: `${titleOf(site, params.query, near)} | ${productName}`,
    description: near ? t('public.jobsForDriversNear', { ...countText, near }) : t('public.jobsForDrivers', countText),
    path: searchPath(params, { page: params.page }),
    isIndexed: pagination.total > 0 && isUnderstood,
    body,
  });
}

const bold = (content: Piece) => html`<b>${content}</b>`;

function titleOf({ t }: Site, query: string, near: string): string {
  if (query) return near ? t('public.queryJobsNear', { query, near }) : t('public.queryJobs', { query });
  return near ? t('public.driverJobsNear', { near }) : t('public.truckDriverJobs');
}

/** The number of jobs, which chooses the plural, and how it is written: `12`, `10,000+`. */
const countOf = (count: number) => ({
  count,
  total: count >= maxSearchTotal ? `${format.number(maxSearchTotal)}+` : format.number(count),
});

type Results = { items: PublicJobCard[]; count: number } & Pick<UnderstoodSearch, 'sort' | 'sorts'>;

/** Ads come after the first block of jobs, never before a block. */
function results(site: Site, params: SearchParams, { items, count, sort, sorts }: Results, ads: Html | false): Html {
  const { t } = site;
  const card = (job: PublicJobCard) => jobCard(site, job);
  const featured = items.filter((job) => job.featured);
  const others = items.filter((job) => !job.featured);
  const first = (params.page - 1) * pageSize + 1;
  return html`<div class="count">
      <div role="status"><h2>${t('public.jobs', countOf(count))}</h2></div>
      <span class="quiet">${format.number(first)}–${format.number(first + items.length - 1)}</span>
      ${sortControl(site, { sort, sorts })}
    </div>
    ${chips(site, params)}
    ${
      featured.length > 0 &&
      html`<div class="block">
          <h2>${t('public.featuredJobs')}</h2>
          <p class="quiet">${t('public.employersPayToHave')}</p>
          <ul class="jobs">
            ${featured.map(card)}
          </ul>
        </div>
        ${others.length > 0 && ads}`
    }
    ${
      others.length > 0 &&
      html`<div class="block">
        ${featured.length > 0 && html`<h2>${t('public.moreJobs')}</h2>`}
        <ul class="jobs">
          ${others.map(card)}
        </ul>
      </div>`
    }
    ${(featured.length === 0 || others.length === 0) && ads} ${paging(site, params, count)}`;
}

type NoResults = { count: number; isSearch: boolean; isUnknownPlace: boolean; placeProblem: string | undefined };

function noResultsMessage(site: Site, params: SearchParams, { count, isSearch, isUnknownPlace, placeProblem }: NoResults): Html {
  const { t, rich, pathTo } = site;
  if (count > 0)
    return html`<div class="card nothing">
      <div role="status"><h2>${t('public.noMoreJobs')}</h2></div>
      <p>${t('public.youveReachedTheEnd')}</p>
      <a class="button" href="${pathTo(searchPath(params))}">${t('public.backToFirstPage')}</a>
    </div>`;
  const visitors = (content: Piece) => html`<span class="for-visitors">${content}</span>`;
  if (!isSearch)
    return html`<div class="card nothing">
      <div role="status"><h2>${t('public.noOpenJobsRightNow')}</h2></div>
      <p>${rich('public.newJobsArePosted', { visitors })}</p>
      <a class="button for-visitors" href="/signup?role=driver">${t('public.signUp')}</a>
    </div>`;
  const unknown = isUnknownPlace && t('public.weCouldntFindPlace', { place: params.location });
  return html`${chips(site, params)}
    <div class="card nothing">
      <div role="status"><h2>${t('public.noJobsMatchThisSearch')}</h2></div>
      <p>${unknown || (placeProblem ? `${placeProblem}.` : t('public.tryALargerRadius'))}</p>
      <a class="button" href="${pathTo('/jobs')}">${t('public.clearAllFilters')}</a>
    </div>`;
}

/** The active filters, each with a link that removes it. */
function chips({ t, rich, write, pathTo }: Site, params: SearchParams): Html | false {
  const list: [string, Partial<SearchParams>][] = [];
  if (params.query) list.push([t('public.quoted', { query: params.query }), { query: '' }]);
  if (params.location) list.push([params.location, { location: '' }]);
  if (params.jobType) list.push([labelOf(jobTypes, params.jobType, write), { jobType: '' }]);
  if (params.requiredExperience)
    list.push([labelOf(requiredExperiences, params.requiredExperience, write), { requiredExperience: '' }]);
  if (params.homeTime) list.push([labelOf(homeTimes, params.homeTime, write), { homeTime: '' }]);
  if (params.payMin) list.push([t('public.payOrMore', { pay: format.money(Number(params.payMin), true) }), { payMin: '' }]);
  if (params.secondChance) list.push([t('public.fairChanceEmployers'), { secondChance: '' }]);
  for (const code of params.endorsements) {
    list.push([labelOf(endorsements, code, write), { endorsements: params.endorsements.filter((other) => other !== code) }]);
  }
  if (list.length === 0) return false;
  const hidden = (content: Piece) => html`<span class="hidden">${content}</span>`;
  return html`<ul class="chips">
    ${list.map(
      ([label, change]) =>
        html`<li>
          <a href="${pathTo(searchPath(params, change))}"
            >${rich('public.removeFilter', { label, hidden })}<span aria-hidden="true">×</span></a
          >
        </li>`,
    )}${list.length > 1 && html`<li><a href="${pathTo('/jobs')}">${t('public.clearAll')}</a></li>`}
  </ul>`;
}

function paging({ t, pathTo }: Site, params: SearchParams, count: number): Html | false {
  const last = Math.ceil(count / pageSize);
  if (last <= 1) return false;
  const { page } = params;
  const pathOf = (number: number) => pathTo(searchPath(params, { page: number }));
  return html`<nav class="pages" aria-label="${t('public.pages')}">
    ${page > 1 ? html`<a class="button plain" rel="prev" href="${pathOf(page - 1)}">${t('public.previous')}</a>` : html`<span></span>`}
    <span class="quiet">${t('public.pageOf', { page: format.number(page), last: format.number(last) })}</span>
    ${page < last ? html`<a class="button plain" rel="next" href="${pathOf(page + 1)}">${t('public.next')}</a>` : html`<span></span>`}
  </nav>`;
}
