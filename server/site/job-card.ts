import { largeLogo, logoSources } from '#shared/companies/logo.ts';
import * as format from '#shared/format.ts';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import { type Html, html } from './html.ts';
import {
  ageOf,
  endorsementsOf,
  experiencePhraseOf,
  homePhraseOf,
  initialsOf,
  isoOf,
  jobTypeOf,
  nationwide,
  paidPlaceOf,
  payOf,
  placeOf,
} from './job-words.ts';
import { writeText } from '#shared/texts/write-text.ts';

/** The widths in styles.ts, by which the browser chooses the file. */
const logoWidths = { card: '(max-width: 47.99em) 49px, 103px', page: '172px' } as const;

/** The company's logo. Its initials if it has none or if the logo fails to load (layout.ts). */
export function logoOf(
  { companyName, companyLogo }: Pick<PublicJobCard, 'companyName' | 'companyLogo'>,
  place: keyof typeof logoWidths,
): Html {
  return html`<div class="logo" aria-hidden="true">
    ${
      companyLogo
        ? html`<img
            src="${companyLogo}"
            srcset="${logoSources(companyLogo)}"
            sizes="${logoWidths[place]}"
            alt=""
            width="${largeLogo.width}"
            height="${largeLogo.height}"
            loading="lazy"
            data-instead="${initialsOf(companyName)}"
          />`
        : initialsOf(companyName)
    }
  </div>`;
}

export function jobCard(job: PublicJobCard): Html {
  const needed = endorsementsOf(job);
  const facts = [
    ...(job.secondChance ? ['Fair-chance employer'] : []),
    homePhraseOf(job),
    jobTypeOf(job),
    experiencePhraseOf(job),
    ...(needed.length > 0 ? [`${needed.length > 1 ? 'Endorsements' : 'Endorsement'}: ${needed.join(', ')}`] : []),
    ...(job.signonBonus > 0 ? [`${format.money(job.signonBonus, true)} sign-on bonus`] : []),
  ];
  const distance = job.distance === null ? null : writeText(format.distance(job.distance), 'en');
  const where = [job.companyName, placeOf(job), distance, job.isGlobal && nationwide].filter(Boolean).join(' · ');
  const paidPlace = paidPlaceOf(job);
  return html`<li class="card job${job.featured && ' featured'}" id="job-${job.id}">
    ${logoOf(job, 'card')}
    <div>
      ${paidPlace && html`<span class="flag">${paidPlace}</span>`}
      <h3><a href="/jobs/${job.id}">${job.title}</a></h3>
      <p>${where}</p>
      <p class="pay">${payOf(job) ?? 'Pay not listed'}</p>
      <ul class="facts">
        ${facts.map((fact) => html`<li>${fact}</li>`)}
      </ul>
      <p class="quiet">Posted <time datetime="${isoOf(job, job.postingDate)}">${ageOf(job)}</time></p>
    </div>
  </li>`;
}
