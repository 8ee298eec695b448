import { suggestedWords } from '#server/search/synonyms.ts';
import { choices, endorsements, type Entry, homeTimes, jobTypes, requiredExperiences } from '#shared/catalogues.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { type PublicSort, searchRadii } from '#shared/jobs/public-job.ts';
import { stateCode } from '#shared/places/states.ts';
import type { TextKey } from '#shared/texts/texts.ts';
import { type Html, html, type Site, trustedHtml } from './html.ts';
import type { SearchParams } from './parse-search.ts';

/** Error messages by field. */
export type FieldProblems = Partial<Record<keyof SearchParams, string>>;

type Options = readonly { code: string | number; label: string }[];

type Select = { id: string; label: string; options: Options; chosen: string; any?: string; problem?: string | undefined };

function select({ id, label, options, chosen: selectedCode, any, problem }: Select): Html {
  return html`<div>
    <label for="${id}">${label}</label
    ><select id="${id}" name="${id}" form="search" ${problem && errorAttributes(id)}>
      ${any && html`<option value="">${any}</option>`}
      ${options.map(({ code, label: words }) => html`<option value="${code}" ${String(code) === selectedCode && html` selected`}>${words}</option>`)}</select
    >${problemText(id, problem)}
  </div>`;
}

/** Connects a field with its error message, so that screen readers announce it. */
const errorAttributes = (id: string) => html` aria-invalid="true" aria-describedby="${id}-problem"`;
const problemText = (id: string, problem: string | undefined) =>
  problem && html`<p class="wrong" id="${id}-problem">${problem}</p>`;

/**
 * Opens the search and the filters on a phone, where they are panels that cover the page. The first link shows the current
 * search in one line.
 */
export function panelLinks({ t }: Site, { query, location, radius }: SearchParams, filterCount: number): Html {
  const distance = location && !stateCode(location) && t('site.miles', { miles: radius });
  const search = [query, location, distance].filter(Boolean).join(' · ');
  return html`<div class="panel-links">
    <a class="pill" href="#search"
      >${searchIcon}<span
        >${search ? html`<span class="hidden">${t('site.changeSearch')} </span>${search}` : t('site.searchSummaryEmpty')}</span
      ></a
    ><a class="button plain" href="#filters">${t('site.filtersWithCount', { count: filterCount })}</a>
  </div>`;
}

const searchIcon = trustedHtml(
  '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg>',
);

/** The title of a panel on a phone, with the link that closes it. */
const panelHeader = ({ t }: Site, title: string) =>
  html`<div class="panel-header">
    <h2>${title}</h2>
    <a class="button plain panel-close" href="#results">${t('ui.close')}</a>
  </div>`;

/** Shows the fields for search words and a place. The filters next to the results belong to the same form. */
export function searchForm(site: Site, { query, location, radius }: SearchParams, problems: FieldProblems): Html {
  const { t, pathTo } = site;
  const hasError = Boolean(problems.location || problems.radius);
  const distances = [...new Set([...searchRadii, radius])];
  const options = distances.map((miles) => ({ code: miles, label: t('site.miles', { miles }) }));
  return html`<form
    id="search"
    class="search panel${hasError && ' open'}"
    role="search"
    aria-label="${t('ui.searchJobs')}"
    action="${pathTo('/jobs')}"
    method="get"
  >
    ${panelHeader(site, t('ui.searchJobs'))}
    <div>
      <label for="query">${t('site.what')}</label
      ><input
        id="query"
        name="query"
        value="${query}"
        placeholder="${t('site.whatPlaceholder')}"
        autocomplete="off"
        enterkeyhint="search"
        list="words"
      />
      <datalist id="words">${suggestedWords(site.language).map((words) => html`<option value="${words}"></option>`)}</datalist>
    </div>
    <div class="place">
      <label for="location">${t('common.where')}</label
      ><input
        id="location"
        name="location"
        value="${location}"
        placeholder="${t('site.wherePlaceholder')}"
        autocomplete="postal-code"
        enterkeyhint="search"
        ${problems.location && errorAttributes('location')}
      />
      <ul
        id="places"
        class="places"
        role="listbox"
        aria-label="${t('site.suggestedPlaces')}"
        data-locate="${t('site.useMyLocation')}"
        data-failed="${t('site.useMyLocationFailed')}"
        hidden
      ></ul>
      ${problemText('location', problems.location)}
    </div>
    ${select({ id: 'radius', label: t('site.within'), options, chosen: String(radius), problem: problems.radius })}
    <button class="button">${t('ui.searchJobs')}</button>
  </form>`;
}

const sortLabels = {
  nearest: 'site.nearest',
  newest: 'site.newest',
  pay: 'site.highestPay',
  best: 'site.bestMatch',
} as const satisfies Record<PublicSort, TextKey>;

/**
 * Shows the sort control above the results. For drivers, the page adds the best match (`web/public-pages/best-match.ts`). The default order has an empty value, so that a later search near a place is
 * sorted by distance.
 */
export function sortControl({ t }: Site, { sort, sorts }: { sort: PublicSort; sorts: readonly PublicSort[] }): Html {
  return html`<div class="sort" data-best="${t(sortLabels.best)}">
    <label for="sort">${t('common.sortBy')}</label
    ><select id="sort" name="sort" form="search">
      ${sorts.map((code, n) => html`<option value="${n > 0 && code}" ${code === sort && html` selected`}>${t(sortLabels[code])}</option>`)}</select
    ><noscript><button class="button plain" form="search">${t('common.sort')}</button></noscript>
  </div>`;
}

/** Shows the filters. On a phone they are a panel, or part of the page if one of them has an error. */
export function filterPanel(site: Site, params: SearchParams, problems: FieldProblems): Html {
  const { t, write } = site;
  const toOptions = (list: readonly Entry[]): Options => list.map(({ code, label }) => ({ code, label: write(label) }));
  const { jobType, requiredExperience, homeTime, endorsements: endorsementsProblem, payMin } = problems;
  const hasError = [jobType, requiredExperience, homeTime, endorsementsProblem, payMin].some(Boolean);
  return html`<div id="filters" class="card filters panel${hasError && ' open'}">
    ${panelHeader(site, t('site.filters'))}
    <h2 class="filters-title">${t('site.filters')}</h2>
    <div class="stack">
      ${select({ id: 'job_type', label: t('common.jobType'), options: toOptions(choices(jobTypes, [params.jobType])), chosen: params.jobType, any: t('site.anyType'), problem: jobType })}
      ${select({ id: 'required_experience', label: t('site.myExperience'), options: toOptions(requiredExperiences), chosen: params.requiredExperience, any: t('site.anyExperience'), problem: requiredExperience })}
      ${select({ id: 'home_time', label: write(jobFields.homeTime.label), options: toOptions(choices(homeTimes, [params.homeTime])), chosen: params.homeTime, any: t('site.anyHomeTime'), problem: homeTime })}
      <div>
        <label for="pay_min">${t('site.minimumWeeklyPay')}</label
        ><input
          id="pay_min"
          name="pay_min"
          form="search"
          value="${params.payMin}"
          inputmode="decimal"
          placeholder="$"
          ${payMin && errorAttributes('pay_min')}
        />${problemText('pay_min', payMin)}
      </div>
      <fieldset ${endorsementsProblem && html` aria-describedby="endorsements-problem"`}>
        <legend>${t('site.myEndorsements')}</legend>
        ${endorsements.map(
          ({ code, label }) =>
            html`<label class="check"
              ><input
                type="checkbox"
                name="endorsements"
                form="search"
                value="${code}"
                ${params.endorsements.includes(code) && html` checked`}
              />${write(label)}</label
            >`,
        )}
        ${problemText('endorsements', endorsementsProblem)}
      </fieldset>
      <label class="check"
        ><input
          type="checkbox"
          name="second_chance"
          form="search"
          value="true"
          ${params.secondChance && html` checked`}
        />${t('site.fairChanceEmployersOnly')}</label
      >
      <button class="button show-jobs" form="search" aria-live="polite">${t('site.showJobs')}</button>
    </div>
  </div>`;
}
