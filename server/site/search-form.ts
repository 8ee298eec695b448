import { endorsements, homeTimes, jobTypes, requiredExperiences, type Entry } from '#shared/catalogues.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import type { PublicSort } from '#shared/jobs/public-job.ts';
import { type Html, html } from './html.ts';
import type { SearchParams } from './search-params.ts';
import type { Problems } from './understand-search.ts';
import { writerIn } from '#shared/texts/write-text.ts';

type Options = readonly { code: string | number; label: string }[];
const write = writerIn('en');
const labeled = (list: readonly Entry[]): Options => list.map(({ code, label }) => ({ code, label: write(label) }));
const radii = [10, 25, 50, 100, 200].map((miles) => ({ code: miles, label: `${miles} miles` }));

type Select = { id: string; label: string; options: Options; chosen: string; any?: string; problem?: string | undefined };

function select({ id, label, options, chosen, any, problem }: Select): Html {
  return html`<div>
    <label for="${id}">${label}</label
    ><select id="${id}" name="${id}" form="search" ${problem && marked(id)}>
      ${any && html`<option value="">${any}</option>`}
      ${options.map(({ code, label: words }) => html`<option value="${code}" ${String(code) === chosen && html` selected`}>${words}</option>`)}</select
    >${said(id, problem)}
  </div>`;
}

/** Connects a field with its error message, so that screen readers announce it. */
const marked = (id: string) => html` aria-invalid="true" aria-describedby="${id}-problem"`;
const said = (id: string, problem: string | undefined) => problem && html`<p class="wrong" id="${id}-problem">${problem}</p>`;

/** The search itself: words and place. The filters next to the list belong to the same form. */
export function searchForm({ query, location, radius }: SearchParams, problems: Problems): Html {
  const distances = radii.some(({ code }) => code === radius) ? radii : [...radii, { code: radius, label: `${radius} miles` }];
  return html`<form id="search" class="search" role="search" aria-label="Search jobs" action="/jobs" method="get">
    <div>
      <label for="query">What</label
      ><input
        id="query"
        name="query"
        value="${query}"
        placeholder="Job title, company or type"
        autocomplete="off"
        enterkeyhint="search"
      />
    </div>
    <div>
      <label for="location">Where</label
      ><input
        id="location"
        name="location"
        value="${location}"
        placeholder="City, state or ZIP code"
        autocomplete="postal-code"
        enterkeyhint="search"
        ${problems.location && marked('location')}
      />${said('location', problems.location)}
    </div>
    ${select({ id: 'radius', label: 'Within', options: distances, chosen: String(radius), problem: problems.radius })}
    <button class="button">Search jobs</button>
  </form>`;
}

const sortLabels: Readonly<Record<PublicSort, string>> = { nearest: 'Nearest', newest: 'Newest', pay: 'Highest pay' };

/**
 * The sort control above the results. The default order has no value, so that results are sorted by distance once a place
 * is typed.
 */
export function sortControl({ sort, sorts }: { sort: PublicSort; sorts: readonly PublicSort[] }): Html {
  return html`<div class="sort">
    <label for="sort">Sort by</label
    ><select id="sort" name="sort" form="search">
      ${sorts.map((code, n) => html`<option value="${n > 0 && code}" ${code === sort && html` selected`}>${sortLabels[code]}</option>`)}</select
    ><noscript><button class="button plain" form="search">Sort</button></noscript>
  </div>`;
}

/** The filters, opened if one of them has an error. */
export function filterPanel(params: SearchParams, problems: Problems): Html {
  const { jobType, requiredExperience, homeTime, endorsements: held, payMin } = problems;
  const isWrong = [jobType, requiredExperience, homeTime, held, payMin].some(Boolean);
  return html`<details class="card filters" ${isWrong && html` open`}>
    <summary>Filters</summary>
    <div class="stack">
      ${select({ id: 'job_type', label: 'Job type', options: labeled(jobTypes), chosen: params.jobType, any: 'Any type', problem: jobType })}
      ${select({ id: 'required_experience', label: 'My experience', options: labeled(requiredExperiences), chosen: params.requiredExperience, any: 'Any experience', problem: requiredExperience })}
      ${select({ id: 'home_time', label: write(jobFields.homeTime.label), options: labeled(homeTimes), chosen: params.homeTime, any: 'Any home time', problem: homeTime })}
      <div>
        <label for="pay_min">Minimum weekly pay</label
        ><input
          id="pay_min"
          name="pay_min"
          form="search"
          value="${params.payMin}"
          inputmode="decimal"
          placeholder="$"
          ${payMin && marked('pay_min')}
        />${said('pay_min', payMin)}
      </div>
      <fieldset ${held && html` aria-describedby="endorsements-problem"`}>
        <legend>My endorsements</legend>
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
        ${said('endorsements', held)}
      </fieldset>
      <label class="check"
        ><input
          type="checkbox"
          name="second_chance"
          form="search"
          value="true"
          ${params.secondChance && html` checked`}
        />Fair-chance employers only</label
      >
      <button class="button plain" form="search">Show jobs</button>
    </div>
  </details>`;
}
