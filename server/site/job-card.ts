import { largeLogo, logoSources } from '#shared/companies/logo.ts';
import * as format from '#shared/format.ts';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import { type Html, html, type Site } from './html.ts';
import * as words from './job-words.ts';

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
            data-instead="${words.initialsOf(companyName)}"
          />`
        : words.initialsOf(companyName)
    }
  </div>`;
}

export function jobCard(site: Site, job: PublicJobCard): Html {
  const { t, pathTo, write } = site;
  const endorsements = words.endorsementsOf(site, job);
  const facts = [
    ...(job.secondChance ? [t('public.fairChanceEmployer')] : []),
    words.homePhraseOf(site, job),
    words.jobTypeOf(site, job),
    words.experiencePhraseOf(site, job),
    ...(endorsements.length > 0
      ? [t('public.endorsementsOfACard', { count: endorsements.length, names: endorsements.join(', ') })]
      : []),
    ...(job.signonBonus > 0 ? [t('public.signOnBonusOf', { bonus: format.money(job.signonBonus, true) })] : []),
  ];
  const distance = job.distance === null ? null : write(format.distance(job.distance));
  const where = [job.companyName, words.placeOf(job), distance, job.isGlobal && t('public.nationwide')];
  const paidPlace = words.paidPlaceOf(site, job);
  return html`<li class="card job${job.featured && ' featured'}" id="job-${job.id}">
    ${logoOf(job, 'card')}
    <div>
      ${paidPlace && html`<span class="flag">${paidPlace}</span>`}
      <h3><a href="${pathTo(`/jobs/${job.id}`)}">${job.title}</a></h3>
      <p>${where.filter(Boolean).join(' · ')}</p>
      <p class="pay">${words.payOf(site, job) ?? t('public.payNotListed')}</p>
      <ul class="facts">
        ${facts.map((fact) => html`<li>${fact}</li>`)}
      </ul>
      <p class="quiet">${words.postedOf(site, job)}</p>
    </div>
  </li>`;
}
