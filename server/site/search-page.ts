import type { PublicSearchResult, WiderSearch } from '#server/jobs/public-search.ts';
import { findMetro } from '#server/places/metros.ts';
import type { ShownAd } from '#shared/ads.ts';
import { productName } from '#shared/brand.ts';
import { endorsements, homeTimes, jobTypes, labelOf, requiredExperiences } from '#shared/catalogues.ts';
import { writeFilters } from '#shared/drivers/saved-search.ts';
import { type PublicJobCard, searchPageSize } from '#shared/jobs/public-job.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
import { stateCode } from '#shared/places/states.ts';
import { adSlots } from './ads.ts';
import { type Html, html, type HtmlPart, type Site, trustedHtml } from './html.ts';
import { jobCard } from './job-card.ts';
import { renderPage } from './layout.ts';
import { pageLinks } from './page-links.ts';
import { pageParts } from './page-parts.ts';
import { readSearch, type SearchParams, searchPath, type ParsedSearch } from './parse-search.ts';
import type { PageSearch } from './run-search.ts';
import { type FieldProblems, filterPanel, panelLinks, searchForm, sortControl } from './search-form.ts';
import { usMap } from './us-map.ts';

type Search = PageSearch & { wider: WiderSearch | null; ads: readonly ShownAd[] };

export function searchPage(site: Site, { rawParams, search, searchResults, correctedQuery, wider, ads }: Search): string {
  const { t } = site;
  const { params, problems: problemTexts, sort, sorts } = search;
  const { items, sponsoredIds, pagination, correctedTo, match } = searchResults;
  const location = correctedTo ?? params.location;
  const isOnRoute = Boolean(searchResults.around?.end);
  const alerts = alertsLink(site, search, correctedQuery);
  const isValid = Object.keys(problemTexts).length === 0;
  const isSearch = !isValid || searchPath(params) !== '/jobs';
  const problems: FieldProblems = Object.fromEntries(
    Object.entries(problemTexts).map(([field, problem]) => [field, site.write(problem)]),
  );
  /** The form keeps what the visitor typed, even if it was not understood. Only the radius must be a valid number. */
  const form = { ...rawParams, radius: params.radius };
  const body = html`<div class="hero${isSearch && ' searched'}">
      <div class="wrap">
        <h1>${t('site.searchPageTitle')}</h1>
        <p>${t('site.searchPageSummary')}</p>
        ${panelLinks(site, params, getFilters(site, params).length)} ${searchForm(site, form, problems)}
      </div>
    </div>
    <div class="wrap find">
      ${filterPanel(site, form, problems)}
      <section id="results" aria-label="${t('site.results')}">
        ${!isValid && html`<p class="wrong">${t('site.searchInvalid')}</p>`}
        ${correctedTo && html`<p class="corrected">${site.rich('site.placeCorrected', { place: correctedTo, search: params.location, b: bold })}</p>`}
        ${match === 'some' ? html`<p class="corrected">${site.rich('site.someWordsMatch', { search: params.query, b: bold })}</p>` : correctedQuery && html`<p class="corrected">${site.rich('site.queryCorrected', { words: correctedQuery, search: params.query, b: bold })}</p>`}
        ${isOnRoute && html`<p class="corrected">${t('site.routeExplained', { miles: params.radius })}</p>`}
        ${alternativePlaces(site, params, searchResults)}
        ${
          items.length > 0
            ? html`${results(site, params, { items, sponsoredIds, count: pagination.total, isOnRoute, hasOrder: match !== 'some', alerts, sort, sorts }, adSlots(site, ads))}${widerButton(site, params, wider)}`
            : html`${noResultsMessage(site, params, { ...searchResults, isSearch, placeProblem: problems.location, alerts })}${adSlots(site, ads)}`
        }
      </section>
      ${items.length > 0 && usMap(site, params, items)}
    </div>
    ${seenJobs(site)} ${pageParts().scripts.seen.element} ${pageParts().scripts.search.element}
    ${pageParts().scripts.save.element}`;
  const countParams = toCountParams(site, pagination.total);
  return renderPage(site, {
    title: `${getTitle(site, params.query, location)} | ${productName}`,
    description: location
      ? t('site.searchPageDescriptionNear', { ...countParams, near: location })
      : t('site.searchPageDescription', countParams),
    path: searchPath(params, { page: params.page }),
    isIndexed: pagination.total > 0 && isValid,
    body,
  });
}

/** The text of the button that shows the jobs of a search that is not sent yet. */
export const showJobsLabel = (site: Site, count: number): string => site.t('site.showJobsCount', toCountParams(site, count));

const bold = (content: HtmlPart) => html`<b>${content}</b>`;

function getTitle({ t }: Site, query: string, location: string): string {
  if (query) return location ? t('site.queryJobsNear', { query, near: location }) : t('site.queryJobs', { query });
  return location ? t('site.driverJobsNear', { near: location }) : t('site.truckDriverJobs');
}

/** Returns the number of jobs for the plural form, and the same number as text: `12` or `10,000+`. */
const toCountParams = ({ formats }: Site, count: number) => ({
  count,
  total: count >= maxSearchTotal ? `${formats.number(maxSearchTotal)}+` : formats.number(count),
});

type Results = {
  items: PublicJobCard[];
  sponsoredIds: readonly string[];
  count: number;
  isOnRoute: boolean;
  /** Jobs with some of the words are in an order of their own. */
  hasOrder: boolean;
  alerts: Html | false;
} & Pick<ParsedSearch, 'sort' | 'sorts'>;

/**
 * The sponsored jobs come first. A job that is at its own place in the chosen order is not labeled, because nobody paid for that
 * place. The ads follow the first block of jobs.
 */
function results(
  site: Site,
  params: SearchParams,
  { items, sponsoredIds, count, isOnRoute, hasOrder, alerts, sort, sorts }: Results,
  ads: Html | false,
): Html {
  const { t, formats } = site;
  const card = (job: PublicJobCard) => jobCard(site, job, { canSave: true, isOnRoute });
  const sponsored = items.filter((job) => sponsoredIds.includes(job.id));
  const otherJobs = items
    .filter((job) => !sponsoredIds.includes(job.id))
    .map((job) => ({ ...job, featured: false, boosted: false }));
  const firstNumber = (params.page - 1) * searchPageSize + 1;
  return html`<div class="count">
      <div role="status"><h2>${t('site.jobs', toCountParams(site, count))}</h2></div>
      <span class="quiet">${formats.number(firstNumber)}–${formats.number(firstNumber + items.length - 1)}</span>
      ${hasOrder && sortControl(site, { sort, sorts })}
    </div>
    ${chips(site, params, alerts)}
    ${
      sponsored.length > 0 &&
      html`<div class="block">
          <h2>${t('site.featuredJobs')}</h2>
          <p class="quiet">${t('site.featuredJobsNote')}</p>
          <ul class="jobs">
            ${sponsored.map(card)}
          </ul>
        </div>
        ${otherJobs.length > 0 && ads}`
    }
    ${
      otherJobs.length > 0 &&
      html`<div class="block">
        ${sponsored.length > 0 && html`<h2>${t('site.moreJobs')}</h2>`}
        <ul class="jobs">
          ${otherJobs.map(card)}
        </ul>
      </div>`
    }
    ${(sponsored.length === 0 || otherJobs.length === 0) && ads} ${paging(site, params, count)}`;
}

/** Leads to the app, where a visitor signs in first, and the search is then saved (`docs/product/drivers.md#saved-searches`). */
function alertsLink({ rich }: Site, { search }: ParsedSearch, correctedQuery: string | null): Html | false {
  const query = search && writeFilters({ ...search, ...(correctedQuery && { query: correctedQuery }) });
  if (!query) return false;
  const hidden = (content: HtmlPart) => html`<span class="hidden">${content}</span>`;
  return html`<li class="alerts">
    <a rel="nofollow" href="/members/searches?${new URLSearchParams({ save: query }).toString()}"
      >${bellIcon}<span>${rich('site.getAlerts', { hidden })}</span></a
    >
  </li>`;
}

const bellIcon = trustedHtml(
  '<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4"/></svg>',
);

/** The jobs that were looked at in this browser. The script fills the list. */
const seenJobs = ({ t }: Site): Html =>
  html`<section class="wrap" id="seen" aria-labelledby="seen-title" hidden>
    <h2 id="seen-title">${t('searches.recentlyViewed')}</h2>
    <ul></ul>
  </section>`;

/** Other places that the visitor may have meant: "LA" is Louisiana, but may stand for Los Angeles. */
function alternativePlaces({ rich, pathTo }: Site, params: SearchParams, { alternatives }: PublicSearchResult): Html | false {
  const area = stateCode(params.location) && findMetro(params.location);
  const places = area ? [area.name] : alternatives;
  if (places.length === 0) return false;
  const links = places.map(
    (place, index) => html`${index > 0 && ' · '}<a href="${pathTo(searchPath(params, { location: place }))}">${place}</a>`,
  );
  return html`<p class="corrected">${rich('site.didYouMean', { places: () => html`${links}` })}</p>`;
}

/** If a place has no jobs: the nearest ones that have, each with a link to its jobs. */
function nearestPlacesList(site: Site, params: SearchParams, { nearestPlaces }: PublicSearchResult): Html | false {
  if (nearestPlaces.length === 0) return false;
  const { t, pathTo } = site;
  return html`<h3>${t('site.nearestPlacesWithJobs')}</h3>
    <ul class="chips">
      ${nearestPlaces.map(({ name, count, miles }) => {
        const label = t('site.jobsInPlaceAtDistance', {
          place: name,
          count,
          distance: t('site.miles', { miles: Math.round(miles) }),
        });
        return html`<li><a href="${pathTo(searchPath(params, { location: name }))}">${label}</a></li>`;
      })}
    </ul>`;
}

/** The same search with a larger distance, and how many jobs are inside it. */
function widerButton(site: Site, params: SearchParams, wider: WiderSearch | null): Html | false {
  if (!wider) return false;
  const { t, pathTo } = site;
  const { radius, count } = wider;
  return html`<p class="wider">
    <a class="button plain" href="${pathTo(searchPath(params, { radius }))}"
      >${t('site.searchWiderRadius', { miles: radius, ...toCountParams(site, count) })}</a
    >
  </p>`;
}

/** The search without words and filters. The place stays, because that is where the visitor looks for work. */
const clearedPath = ({ location, radius }: SearchParams): string =>
  searchPath(readSearch({ location, ...(location && { radius: String(radius) }) }));

type NoResults = PublicSearchResult & { isSearch: boolean; placeProblem: string | undefined; alerts: Html | false };

function noResultsMessage(site: Site, params: SearchParams, noResults: NoResults): Html {
  const { pagination, isSearch, isUnknownPlace, placeProblem, alerts } = noResults;
  const { t, rich, pathTo } = site;
  if (pagination.total > 0)
    return html`<div class="card nothing">
      <div role="status"><h2>${t('site.noMoreJobs')}</h2></div>
      <p>${t('site.noMoreJobsHint')}</p>
      <a class="button" href="${pathTo(searchPath(params))}">${t('site.backToFirstPage')}</a>
    </div>`;
  const visitors = (content: HtmlPart) => html`<span class="for-visitors">${content}</span>`;
  if (!isSearch)
    return html`<div class="card nothing">
      <div role="status"><h2>${t('site.noOpenJobs')}</h2></div>
      <p>${rich('site.noOpenJobsHint', { visitors })}</p>
      <a class="button for-visitors" href="/signup?role=driver">${t('site.signUp')}</a>
    </div>`;
  const hasFilters = Boolean(params.query) || getFilters(site, params).length > 0 || Boolean(placeProblem);
  const unknownPlaceText = isUnknownPlace && t('site.placeNotFound', { place: params.location });
  return html`${chips(site, params, alerts)}
    <div class="card nothing">
      <div role="status"><h2>${t('site.noJobsFound')}</h2></div>
      <p>${unknownPlaceText || (placeProblem ? `${placeProblem}.` : t('site.noJobsFoundHint'))}</p>
      ${nearestPlacesList(site, params, noResults)}
      ${
        hasFilters
          ? html`<a class="button" href="${pathTo(clearedPath(params))}">${t('site.clearAllFilters')}</a>`
          : html`<a class="button" href="${pathTo('/jobs')}">${t('common.allJobs')}</a>`
      }
    </div>`;
}

/** A part of the search as people read it, and the change of the search that removes it. */
type ActiveFilter = [label: string, removal: Partial<SearchParams>];

function getWordsAndPlace({ t }: Site, params: SearchParams): ActiveFilter[] {
  const parts: ActiveFilter[] = [];
  if (params.query) parts.push([t('site.queryFilter', { query: params.query }), { query: '' }]);
  if (params.location) parts.push([params.location, { location: '' }]);
  return parts;
}

/** The filters next to the results that have a value. */
function getFilters({ t, write, formats }: Site, params: SearchParams): ActiveFilter[] {
  const activeFilters: ActiveFilter[] = [];
  if (params.jobType) activeFilters.push([labelOf(jobTypes, params.jobType, write), { jobType: '' }]);
  if (params.requiredExperience)
    activeFilters.push([labelOf(requiredExperiences, params.requiredExperience, write), { requiredExperience: '' }]);
  if (params.homeTime) activeFilters.push([labelOf(homeTimes, params.homeTime, write), { homeTime: '' }]);
  if (params.payMin)
    activeFilters.push([t('site.minimumPayFilter', { pay: formats.money(Number(params.payMin), true) }), { payMin: '' }]);
  if (params.secondChance) activeFilters.push([t('site.fairChanceEmployers'), { secondChance: '' }]);
  for (const code of params.endorsements) {
    activeFilters.push([
      labelOf(endorsements, code, write),
      { endorsements: params.endorsements.filter((other) => other !== code) },
    ]);
  }
  return activeFilters;
}

/** The link to alerts, and the parts of the search, each with a link that removes it. */
function chips(site: Site, params: SearchParams, alerts: Html | false): Html | false {
  const { t, rich, pathTo } = site;
  const activeFilters = [...getWordsAndPlace(site, params), ...getFilters(site, params)];
  if (activeFilters.length === 0) return false;
  const hidden = (content: HtmlPart) => html`<span class="hidden">${content}</span>`;
  return html`<ul class="chips">
    ${alerts}${activeFilters.map(
      ([label, change]) =>
        html`<li>
          <a href="${pathTo(searchPath(params, change))}"
            >${rich('site.removeFilter', { label, hidden })}<span aria-hidden="true">×</span></a
          >
        </li>`,
    )}${activeFilters.length > (params.location ? 2 : 1) && html`<li><a href="${pathTo(clearedPath(params))}">${t('site.clearAll')}</a></li>`}
  </ul>`;
}

function paging(site: Site, params: SearchParams, count: number): Html | false {
  const last = Math.ceil(count / searchPageSize);
  return pageLinks(site, { page: params.page, last, toPath: (page) => searchPath(params, { page }) });
}
