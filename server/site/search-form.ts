import { endorsements, homeTimes, jobTypes, requiredExperiences } from '#shared/catalogues.ts';
import { type Html, html } from './html.ts';
import type { SearchParams } from './search-params.ts';

type Options = readonly { code: string | number; label: string }[];
const radii = [10, 25, 50, 100, 200].map((miles) => ({ code: miles, label: `${miles} miles` }));

function select(id: string, label: string, name: string, options: Options, chosen: string, any?: string): Html {
  return html`<div>
    <label for="${id}">${label}</label
    ><select id="${id}" name="${name}" form="search">
      ${any && html`<option value="">${any}</option>`}
      ${options.map(({ code, label: words }) => html`<option value="${code}" ${String(code) === chosen && html` selected`}>${words}</option>`)}
    </select>
  </div>`;
}

/** The search itself: words and place. The filters beside the list belong to the same form. */
export function searchForm({ query, location, radius }: SearchParams): Html {
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
      />
    </div>
    ${select('radius', 'Within', 'radius', distances, String(radius))}
    <button class="button">Search jobs</button>
  </form>`;
}

export function filterPanel(params: SearchParams): Html {
  return html`<details class="card filters">
    <summary>Filters</summary>
    <div class="stack">
      ${select('job_type', 'Job type', 'job_type', jobTypes, params.jobType, 'Any type')}
      ${select('required_experience', 'My experience', 'required_experience', requiredExperiences, params.requiredExperience, 'Any experience')}
      ${select('home_time', 'Home time', 'home_time', homeTimes, params.homeTime, 'Any home time')}
      <div>
        <label for="pay_min">Pay a week, at least</label
        ><input id="pay_min" name="pay_min" form="search" value="${params.payMin}" inputmode="decimal" placeholder="$" />
      </div>
      <fieldset>
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
              />${label}</label
            >`,
        )}
      </fieldset>
      <label class="check"
        ><input
          type="checkbox"
          name="second_chance"
          form="search"
          value="true"
          ${params.secondChance && html` checked`}
        />Second-chance employers only</label
      >
      <button class="button plain" form="search">Show jobs</button>
    </div>
  </details>`;
}
