import { largeLogo, logoSources } from '#shared/companies/logo.ts';
import * as format from '#shared/format.ts';
import { type Html, html, type Site, type Piece } from './html.ts';
import * as catalogues from '#shared/catalogues.ts';
import { homePhrase, payText, type PublicJob, weeklyText, type PublicJobCard } from '#shared/jobs/public-job.ts';
import { jobDay, zoneOfPlace } from '#shared/places/place-zone.ts';
import type { Text, WriteText } from '#shared/texts/texts.ts';
import { localDay, daysBetween, localIso } from '#shared/time-zone.ts';

/** The texts for a job's facts, shared by its page, its card and its structured data so that they never differ. */
type Card = PublicJobCard;
const salaryType = (job: Card) => job.salaryType as catalogues.SalaryType;

const written = (text: Text | null, write: WriteText): string | null => text && write(text);

export const payOf = ({ write }: Site, job: Card): string | null => written(payText(job.expectedPay, salaryType(job)), write);
export const weekOf = ({ write }: Site, job: Card): string | null => written(weeklyText(job.expectedPay, salaryType(job)), write);
export const placeOf = (job: Card): string => format.cityState(job);
export const jobTypeOf = ({ write }: Site, job: Card): string => catalogues.labelOf(catalogues.jobTypes, job.jobType, write);
/** For a table, under its own label. */
export const homeTimeOf = ({ t, write }: Site, job: Card): string =>
  job.homeTime === 'O' ? t('public.varies') : catalogues.labelOf(catalogues.homeTimes, job.homeTime, write);
export const homePhraseOf = ({ write }: Site, job: Card): string => write(homePhrase(job.homeTime as catalogues.HomeTime));
/** For a table, under its own label. A job for current students requires no experience. */
export const experienceOf = ({ t, write }: Site, job: Card): string =>
  job.requiredExperience === 'CS'
    ? t('public.studentsWelcome')
    : catalogues.labelOf(catalogues.requiredExperiences, job.requiredExperience, write);
/** The experience as a phrase that needs no label. */
export const experiencePhraseOf = (site: Site, job: Card): string =>
  job.requiredExperience === 'CS'
    ? experienceOf(site, job)
    : site.t('public.experienceOf', { experience: experienceOf(site, job) });
export const endorsementsOf = ({ write }: Site, job: Card): string[] =>
  job.endorsements.map(({ detail }) => catalogues.labelOf(catalogues.endorsements, detail, write));
export const benefitsOf = ({ write }: Site, job: PublicJob): string[] =>
  job.benefits.map(({ detail }) => catalogues.labelOf(catalogues.benefits, detail, write));
/** A paid position is labeled, so that it does not look like an ordinary result. */
export const promotionLabelOf = ({ t }: Site, job: Card): string | null =>
  job.featured ? t('public.featuredAndSponsored') : job.boosted ? t('public.sponsored') : null;
/** An owner-operator is a contractor. Every other job is full-time. */
export const isContractor = (job: Card): boolean => job.jobType === 'ownerOperator';
export const employmentOf = ({ t }: Site, job: Card): string =>
  isContractor(job) ? t('public.contractor') : t('public.fullTime');
/** A date in the time zone of the job's address, as everywhere. */
export const dayOf = (job: Card, at: Date): string => jobDay(job, at);
/** The same for programs: ISO 8601 with the offset of the job's zone, so that it begins with the same day. */
export const isoOf = (job: Card, at: Date): string => localIso(zoneOfPlace(job), at);
/** Leaves out a street that only repeats the city. */
export const addressOf = (job: Card & { street1: string | null }): string => {
  const street = job.street1?.toLowerCase() === job.city.toLowerCase() ? null : job.street1;
  return [street, job.city, [job.state, job.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
};

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** `Posted today` or `Posted 3 days ago` by the job's calendar, and after a month the date. */
function postedOf(site: Site, job: Card, now = new Date()): Piece {
  const zone = zoneOfPlace(job);
  const days = daysBetween(localDay(zone, job.postingDate), localDay(zone, now));
  const time = timeOf(job, job.postingDate);
  if (days < 1) return site.rich('public.postedToday', { time });
  return days > 30 ? postedOnOf(site, job) : site.rich('public.postedDaysAgo', { days, time });
}

export const postedOnOf = ({ rich }: Site, job: Card): Piece =>
  rich('public.postedOn', { date: dayOf(job, job.postingDate), time: timeOf(job, job.postingDate) });

const timeOf = (job: Card, at: Date) => (content: Piece) => html`<time datetime="${isoOf(job, at)}">${content}</time>`;

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

export function jobCard(site: Site, job: PublicJobCard): Html {
  const { t, pathTo, write } = site;
  const endorsements = endorsementsOf(site, job);
  const facts = [
    ...(job.secondChance ? [t('public.fairChanceEmployer')] : []),
    homePhraseOf(site, job),
    jobTypeOf(site, job),
    experiencePhraseOf(site, job),
    ...(endorsements.length > 0
      ? [t('public.endorsementsOfACard', { count: endorsements.length, names: endorsements.join(', ') })]
      : []),
    ...(job.signonBonus > 0 ? [t('public.signOnBonusOf', { bonus: format.money(job.signonBonus, true) })] : []),
  ];
  const distance = job.distance === null ? null : write(format.distance(job.distance));
  const where = [job.companyName, placeOf(job), distance, job.isGlobal && t('public.nationwide')];
  const promotionLabel = promotionLabelOf(site, job);
  return html`<li class="card job${job.featured && ' featured'}" id="job-${job.id}">
    ${logoOf(job, 'card')}
    <div>
      ${promotionLabel && html`<span class="flag">${promotionLabel}</span>`}
      <h3><a href="${pathTo(`/jobs/${job.id}`)}">${job.title}</a></h3>
      <p>${where.filter(Boolean).join(' · ')}</p>
      <p class="pay">${payOf(site, job) ?? t('public.payNotListed')}</p>
      <ul class="facts">
        ${facts.map((fact) => html`<li>${fact}</li>`)}
      </ul>
      <p class="quiet">${postedOf(site, job)}</p>
    </div>
  </li>`;
}
