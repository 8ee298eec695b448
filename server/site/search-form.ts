import { endorsements, type Entry, homeTimes, jobTypes, requiredExperiences } from '#shared/catalogues.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import type { PublicSort } from '#shared/jobs/public-job.ts';
import type { TextKey } from '#shared/texts/texts.ts';
import { type Html, html, type Site } from './html.ts';
import type { SearchParams } from './understand-search.ts';

/** Error messages by field. */
export type FieldProblems = Partial<Record<keyof SearchParams, string>>;

type Options = readonly { code: string | number; label: string }[];
const radii = [10, 25, 50, 100, 200];

type Select = { id: string; label: string; options: Options; chosen: string; any?: string; problem?: string | undefined };

function select({ id, label, options, chosen: selectedCode, any, problem }: Select): Html {
  return html`<div>
    <label for="${id}">${label}</label
    ><select id="${id}" name="${id}" form="search" ${problem && marked(id)}>
      ${any && html`<option value="">${any}</option>`}
      ${options.map(({ code, label: words }) => html`<option value="${code}" ${String(code) === selectedCode && html` selected`}>${words}</option>`)}</select
    >${problemText(id, problem)}
  </div>`;
}

/** Connects a field with its error message, so that screen readers announce it. */
const marked = (id: string) => html` aria-invalid="true" aria-describedby="${id}-problem"`;
const problemText = (id: string, problem: string | undefined) =>
  problem && html`<p class="wrong" id="${id}-problem">${problem}</p>`;

/** The search itself: words and place. The filters next to the list belong to the same form. */
export function searchForm({ t, pathTo }: Site, { query, location, radius }: SearchParams, problems: FieldProblems): Html {
  const distances = radii.includes(radius) ? radii : [...radii, radius];
  const options = distances.map((miles) => ({ code: miles, label: t('public.miles', { miles }) }));
  return html`<form
    id="search"
    class="search"
    role="search"
    aria-label="${t('public.searchJobs')}"
    action="${pathTo('/jobs')}"
    method="get"
  >
    <div>
      <label for="query">${t('public.what')}</label
      ><input
        id="query"
        name="query"
        value="${query}"
        placeholder="${t('public.jobTitleCompanyOrType')}"
        autocomplete="off"
        enterkeyhint="search"
      />
    </div>
    <div>
      <label for="location">${t('public.where')}</label
      ><input
        id="location"
        name="location"
        value="${location}"
        placeholder="${t('public.cityStateOrZipCode')}"
        autocomplete="postal-code"
        enterkeyhint="search"
        ${problems.location && marked('location')}
      />${problemText('location', problems.location)}
    </div>
    ${select({ id: 'radius', label: t('public.within'), options, chosen: String(radius), problem: problems.radius })}
    <button class="button">${t('public.searchJobs')}</button>
  </form>`;
}

const sortLabels = { nearest: 'public.nearest', newest: 'public.newest', pay: 'public.highestPay' } as const satisfies Record<
  PublicSort,
  TextKey
>;

/**
 * The sort control above the results. The default order has no value, so that results are sorted by distance once a place
 * is typed.
 */
export function sortControl({ t }: Site, { sort, sorts }: { sort: PublicSort; sorts: readonly PublicSort[] }): Html {
  return html`<div class="sort">
    <label for="sort">${t('public.sortBy')}</label
    ><select id="sort" name="sort" form="search">
      ${sorts.map((code, n) => html`<option value="${n > 0 && code}" ${code === sort && html` selected`}>${t(sortLabels[code])}</option>`)}</select
    ><noscript><button class="button plain" form="search">${t('public.sort')}</button></noscript>
  </div>`;
}

/** The filters, opened if one of them has an error. */
export function filterPanel(site: Site, params: SearchParams, problems: FieldProblems): Html {
  const { t, write } = site;
  const labeled = (list: readonly Entry[]): Options => list.map(({ code, label }) => ({ code, label: write(label) }));
  const { jobType, requiredExperience, homeTime, endorsements: driverEndorsements, payMin } = problems;
  const isWrong = [jobType, requiredExperience, homeTime, driverEndorsements, payMin].some(Boolean);
  return html`<details class="card filters" ${isWrong && html` open`}>
    <summary>${t('public.filters')}</summary>
    <div class="stack">
      ${select({ id: 'job_type', label: t('public.jobType'), options: labeled(jobTypes), chosen: params.jobType, any: t('public.anyType'), problem: jobType })}
      ${select({ id: 'required_experience', label: t('public.myExperience'), options: labeled(requiredExperiences), chosen: params.requiredExperience, any: t('public.anyExperience'), problem: requiredExperience })}
      ${select({ id: 'home_time', label: write(jobFields.homeTime.label), options: labeled(homeTimes), chosen: params.homeTime, any: t('public.anyHomeTime'), problem: homeTime })}
      <div>
        <label for="pay_min">${t('public.minimumWeeklyPay')}</label
        ><input
          id="pay_min"
          name="pay_min"
          form="search"
          value="${params.payMin}"
          inputmode="decimal"
          placeholder="$"
          ${payMin && marked('pay_min')}
        />${problemText('pay_min', payMin)}
      </div>
      <fieldset ${driverEndorsements && html` aria-describedby="endorsements-problem"`}>
        <legend>${t('public.myEndorsements')}</legend>
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
        ${problemText('endorsements', driverEndorsements)}
      </fieldset>
      <label class="check"
        ><input
          type="checkbox"
          name="second_chance"
          form="search"
          value="true"
          ${params.secondChance && html` checked`}
        />${t('public.fairChanceEmployersOnly')}</label
      >
      <button class="button plain" form="search">${t('public.showJobs')}</button>
    </div>
  </details>`;
}
