import type { ShownAd } from '#shared/ads.ts';
import { endorsements, homeTimes, jobTypes, labelOf, requiredExperiences } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import type { FoundJobs } from '#server/jobs/public-search.ts';
import { maxSearchTotal } from '#shared/lists/paging.ts';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import { adSlots } from './ads.ts';
import { type Html, html } from './html.ts';
import { jobCard } from './job-card.ts';
import { renderPage } from './layout.ts';
import { filterPanel, searchForm, sortControl } from './search-form.ts';
import { pageSize, type SearchParams, searchPath } from './search-params.ts';
import { searchScriptElement } from './search-script.ts';
import type { UnderstoodSearch } from './understand-search.ts';
import { usMap } from './us-map.ts';
import { writerIn } from '#shared/texts/write-text.ts';

export function searchPage(
  publicUrl: string,
  given: SearchParams,
  { params, problems, sort, sorts }: UnderstoodSearch,
  { items, pagination, correctedTo, isUnknownPlace }: FoundJobs,
  ads: readonly ShownAd[],
): string {
  const near = correctedTo ?? params.location;
  const words = [params.query && `${params.query} jobs`, near && `${params.query ? '' : 'Driver jobs '}near ${near}`];
  const title = words.filter(Boolean).join(' ') || 'Truck driver jobs';
  const isUnderstood = Object.keys(problems).length === 0;
  const isSearch = !isUnderstood || searchPath(params) !== '/jobs';
  /** Each field keeps what was typed, even if it was not understood. The radius must be one of the choices. */
  const form = { ...given, radius: params.radius };
  const body = html`<div class="hero">
      <div class="wrap">
        <h1>Find your next driving job</h1>
        <p>See pay, home time and requirements before you apply.</p>
        ${searchForm(form, problems)}
      </div>
    </div>
    <div class="wrap find">
      ${filterPanel(form, problems)}
      <section aria-label="Results">
        ${!isUnderstood && html`<p class="wrong">We couldn’t use part of this search. Check the fields marked below.</p>`}
        ${correctedTo && html`<p class="corrected">Showing jobs near <b>${correctedTo}</b>. You searched for “${params.location}”.</p>`}
        ${
          items.length > 0
            ? results(params, { items, count: pagination.total, sort, sorts }, adSlots(ads))
            : html`${nothing(params, pagination.total, isSearch, isUnknownPlace ? unknownPlace(params) : problems.location)}${adSlots(ads)}`
        }
      </section>
      ${items.length > 0 && usMap(items)}
    </div>
    ${searchScriptElement}`;
  return renderPage({
    title: `${title} | Haulboard`,
    description: `${total(pagination.total)} for truck drivers${near && ` near ${near}`}: pay, home time and requirements on every card. Apply in 2 minutes.`,
    canonical: `${publicUrl}${searchPath(params, { page: params.page })}`,
    isIndexed: pagination.total > 0 && isUnderstood,
    body,
  });
}

const total = (count: number): string =>
  count >= maxSearchTotal ? `${format.number(maxSearchTotal)}+ jobs` : format.count(count, 'job');

const unknownPlace = ({ location }: SearchParams) => `We couldn’t find “${location}”. Check the spelling, or enter a ZIP code`;

type Results = { items: PublicJobCard[]; count: number } & Pick<UnderstoodSearch, 'sort' | 'sorts'>;

/** Ads come after the first block of jobs, never before one. */
function results(params: SearchParams, { items, count, sort, sorts }: Results, ads: Html | false): Html {
  const featured = items.filter((job) => job.featured);
  const others = items.filter((job) => !job.featured);
  const first = (params.page - 1) * pageSize + 1;
  return html`<div class="count">
      <div role="status"><h2>${total(count)}</h2></div>
      <span class="quiet">${format.number(first)}–${format.number(first + items.length - 1)}</span>
      ${sortControl({ sort, sorts })}
    </div>
    ${chips(params)}
    ${
      featured.length > 0 &&
      html`<div class="block">
          <h2>Featured jobs</h2>
          <p class="quiet">Employers pay to have these shown first.</p>
          <ul class="jobs">
            ${featured.map(jobCard)}
          </ul>
        </div>
        ${others.length > 0 && ads}`
    }
    ${
      others.length > 0 &&
      html`<div class="block">
        ${featured.length > 0 && html`<h2>More jobs</h2>`}
        <ul class="jobs">
          ${others.map(jobCard)}
        </ul>
      </div>`
    }
    ${(featured.length === 0 || others.length === 0) && ads} ${paging(params, count)}`;
}

function nothing(params: SearchParams, count: number, isSearch: boolean, placeProblem?: string): Html {
  if (count > 0)
    return html`<div class="card nothing">
      <div role="status"><h2>No more jobs</h2></div>
      <p>You’ve reached the end of these results.</p>
      <a class="button" href="${searchPath(params)}">Back to first page</a>
    </div>`;
  if (!isSearch)
    return html`<div class="card nothing">
      <div role="status"><h2>No open jobs right now</h2></div>
      <p>New jobs are posted every day.<span class="for-visitors"> Sign up so nearby employers can find you.</span></p>
      <a class="button for-visitors" href="/signup?role=driver">Sign up</a>
    </div>`;
  return html`${chips(params)}
    <div class="card nothing">
      <div role="status"><h2>No jobs match this search</h2></div>
      <p>${placeProblem ?? 'Try a larger radius or remove a filter'}.</p>
      <a class="button" href="/jobs">Clear all filters</a>
    </div>`;
}

const write = writerIn('en');

/** The active filters, each with a link that removes it. */
function chips(params: SearchParams): Html | false {
  const list: [string, Partial<SearchParams>][] = [];
  if (params.query) list.push([`“${params.query}”`, { query: '' }]);
  if (params.location) list.push([params.location, { location: '' }]);
  if (params.jobType) list.push([labelOf(jobTypes, params.jobType, write), { jobType: '' }]);
  if (params.requiredExperience)
    list.push([labelOf(requiredExperiences, params.requiredExperience, write), { requiredExperience: '' }]);
  if (params.homeTime) list.push([labelOf(homeTimes, params.homeTime, write), { homeTime: '' }]);
  if (params.payMin) list.push([`${format.money(Number(params.payMin), true)} per week or more`, { payMin: '' }]);
  if (params.secondChance) list.push(['Fair-chance employers', { secondChance: '' }]);
  for (const code of params.endorsements) {
    list.push([labelOf(endorsements, code, write), { endorsements: params.endorsements.filter((other) => other !== code) }]);
  }
  if (list.length === 0) return false;
  return html`<ul class="chips">
    ${list.map(
      ([label, change]) =>
        html`<li>
          <a href="${searchPath(params, change)}"><span class="hidden">Remove </span>${label}<span aria-hidden="true">×</span></a>
        </li>`,
    )}${list.length > 1 && html`<li><a href="/jobs">Clear all</a></li>`}
  </ul>`;
}

function paging(params: SearchParams, count: number): Html | false {
  const last = Math.ceil(count / pageSize);
  if (last <= 1) return false;
  const { page } = params;
  return html`<nav class="pages" aria-label="Pages">
    ${page > 1 ? html`<a class="button plain" rel="prev" href="${searchPath(params, { page: page - 1 })}">Previous</a>` : html`<span></span>`}
    <span class="quiet">Page ${format.number(page)} of ${format.number(last)}</span>
    ${page < last ? html`<a class="button plain" rel="next" href="${searchPath(params, { page: page + 1 })}">Next</a>` : html`<span></span>`}
  </nav>`;
}
