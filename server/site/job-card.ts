import { jobDay, zoneOfPlace } from '#server/places/place-zone.ts';
import * as catalogues from '#shared/catalogues.ts';
import { companyPath } from '#shared/companies/company-page.ts';
import { largeLogo, logoSources } from '#shared/companies/logo.ts';
import * as format from '#shared/format.ts';
import { homePhrase, payText, type PublicJob, weeklyPayText, type PublicJobCard } from '#shared/jobs/public-job.ts';
import { requiredClassText } from '#shared/jobs/unmet-requirements.ts';
import { requiredExperienceText } from '#shared/matching/experience.ts';
import type { Text, TextWriter } from '#shared/texts/texts.ts';
import { localDay, daysBetween, localIso, type TimeZone } from '#shared/time-zone.ts';
import { type Html, html, type Site, type HtmlPart } from './html.ts';

/** This file writes the texts for a job's details. Its page, card and structured data share them, so they always match. */
type Card = PublicJobCard;

const writeOrNull = (text: Text | null, write: TextWriter): string | null => text && write(text);

export const formatPay = ({ write }: Site, job: Card): string | null =>
  writeOrNull(payText(job.expectedPay, job.salaryType), write);
export const formatWeeklyPay = ({ write }: Site, job: Card): string | null =>
  writeOrNull(weeklyPayText(job.expectedPay, job.salaryType), write);
export const formatPlace = (job: Card): string => format.cityState(job);
export const formatJobType = ({ write }: Site, job: Card): string => catalogues.labelOf(catalogues.jobTypes, job.jobType, write);
export const formatRequiredClass = ({ write }: Site, job: Card): string | null => requiredClassText(job, write);
/** Returns the home time for a labeled table row, where the catalog's "Other" would tell a driver nothing. */
export const formatHomeTime = ({ t, write }: Site, job: Card): string =>
  job.homeTime === 'O' ? t('site.homeTimeVaries') : catalogues.labelOf(catalogues.homeTimes, job.homeTime, write);
export const formatHomeTimePhrase = ({ write }: Site, job: Card): string => write(homePhrase(job.homeTime));
/** Returns the experience for a labeled table row. */
export const formatExperience = ({ write }: Site, job: Card): string => requiredExperienceText(job.requiredExperience, write);
/** Returns the experience as a phrase that makes sense without a label. */
export const formatExperiencePhrase = (site: Site, job: Card): string =>
  job.requiredExperience === 'CS'
    ? formatExperience(site, job)
    : site.t('site.experiencePhrase', { experience: formatExperience(site, job) });
export const formatEndorsements = ({ write }: Site, job: Card): string[] =>
  job.endorsements.map(({ detail }) => catalogues.labelOf(catalogues.endorsements, detail, write));
export const formatBenefits = ({ write }: Site, job: PublicJob): string[] =>
  job.benefits.map(({ detail }) => catalogues.labelOf(catalogues.benefits, detail, write));
/** A job that an employer paid to promote is labeled, so that it does not look like an ordinary result. */
export const getPromotionLabel = ({ t }: Site, job: Card): string | null =>
  job.featured ? t('site.featuredAndSponsored') : job.boosted ? t('site.sponsored') : null;
/** An owner-operator works as a contractor. Every other job is full-time. */
export const isContractor = (job: Card): boolean => job.jobType === 'ownerOperator';
export const formatEmployment = ({ t }: Site, job: Card): string =>
  isContractor(job) ? t('site.contractor') : t('site.fullTime');
export const toZonedPlace = ({ state, postalCode, coordinates }: Card) => ({ state, postalCode, ...coordinates });
/** The time zone of the job's address. */
export const zoneOfJob = (job: Card): TimeZone => zoneOfPlace(toZonedPlace(job));
/** Formats a date in the time zone of the job's address. */
export const formatJobDay = (job: Card, at: Date): string => jobDay(toZonedPlace(job), at);
/** Formats a date for programs, in ISO 8601 with the offset of the job's time zone, so that it starts with the same day. */
export const toIsoTime = (job: Card, at: Date): string => localIso(zoneOfJob(job), at);
/** Leaves out a street that only repeats the city. */
export const formatAddress = (job: Card & { street1: string | null }): string => {
  const street = job.street1?.toLowerCase() === job.city.toLowerCase() ? null : job.street1;
  return [street, job.city, [job.state, job.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
};

function getInitials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** Writes `Posted today` or `Posted 3 days ago` in the job's time zone. After 30 days, it writes the date. */
function formatPosted(site: Site, job: Card, now = new Date()): HtmlPart {
  const zone = zoneOfJob(job);
  const days = daysBetween(localDay(zone, job.postingDate), localDay(zone, now));
  const time = wrapInTime(job, job.postingDate);
  if (days < 1) return site.rich('site.postedToday', { time });
  return days > 30 ? formatPostedOn(site, job) : site.rich('site.postedDaysAgo', { days, time });
}

export const formatPostedOn = ({ rich }: Site, job: Card): HtmlPart =>
  rich('site.postedOn', { date: formatJobDay(job, job.postingDate), time: wrapInTime(job, job.postingDate) });

const wrapInTime = (job: Card, at: Date) => (content: HtmlPart) => html`<time datetime="${toIsoTime(job, at)}">${content}</time>`;

/** The browser chooses the image file by these widths, which must match web/public-pages/styles.css. */
const logoWidths = { card: '(max-width: 47.99em) 49px, 103px', page: '172px' } as const;

/** Shows the company's logo, or its initials if it has no logo or the image fails to load (layout.ts). */
export function renderLogo(
  { companyName, companyLogo }: Pick<PublicJobCard, 'companyName' | 'companyLogo'>,
  placement: keyof typeof logoWidths,
): Html {
  return html`<div class="logo" aria-hidden="true">
    ${
      companyLogo
        ? html`<img
            src="${companyLogo}"
            srcset="${logoSources(companyLogo)}"
            sizes="${logoWidths[placement]}"
            alt=""
            width="${largeLogo.width}"
            height="${largeLogo.height}"
            loading="lazy"
            data-instead="${getInitials(companyName)}"
          />`
        : getInitials(companyName)
    }
  </div>`;
}

/**
 * Saves the job (`web/public-pages/save-button.ts`). It is hidden without JavaScript and from people who are not drivers. Its label
 * is as wide in both states, so that nothing moves. `labelId` is the element with the job's title.
 */
export function saveButton({ t }: Site, { id }: Pick<PublicJobCard, 'id'>, labelId: string): Html {
  return html`<button
    class="button plain save"
    type="button"
    aria-pressed="false"
    aria-describedby="${labelId}"
    data-job="${id}"
    data-failure="${t('site.saveFailed')}"
  >
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="M18 21l-6-4-6 4V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2z" />
    </svg>
    <span><span>${t('common.save')}</span><span>${t('common.saved')}</span></span>
  </button>`;
}

/** A check mark for a company with a confirmed USDOT number, in words for people who don't see it. */
export const verifiedMark = ({ t }: Site): Html =>
  html`<span class="verified"
    ><svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <path
        d="M12 2l2.6 2 3.3-.1 1 3.1 2.7 1.9-1.1 3.1 1.1 3.1-2.7 1.9-1 3.1-3.3-.1-2.6 2-2.6-2-3.3.1-1-3.1-2.7-1.9L3.5 12 2.4 8.9l2.7-1.9 1-3.1 3.3.1z"
      />
      <path class="tick" d="M8 12l3 3 5-6" /></svg
    ><span>${t('site.verifiedCarrier')}</span></span
  >`;

/** The company's name as a link to its page. */
export const companyLink = ({ pathTo }: Site, { companyName, companySlug }: PublicJobCard): Html =>
  html`<a href="${pathTo(companyPath(companySlug))}">${companyName}</a>`;

/** On a route, the distance is how much longer the way gets. */
type CardOptions = { canSave?: boolean; linksCompany?: boolean; isOnRoute?: boolean };

export function jobCard(
  site: Site,
  job: PublicJobCard,
  { canSave = false, linksCompany = true, isOnRoute = false }: CardOptions = {},
): Html {
  const { t, pathTo, write, formats } = site;
  const endorsements = formatEndorsements(site, job);
  const requiredClass = formatRequiredClass(site, job);
  const details = [
    ...(job.secondChance ? [t('common.fairChanceEmployer')] : []),
    formatHomeTimePhrase(site, job),
    formatJobType(site, job),
    ...(requiredClass ? [requiredClass] : []),
    formatExperiencePhrase(site, job),
    ...(endorsements.length > 0
      ? [t('site.cardEndorsements', { count: endorsements.length, names: endorsements.join(', ') })]
      : []),
    ...(job.signonBonus > 0 ? [t('site.cardSignOnBonus', { bonus: formats.money(job.signonBonus, true) })] : []),
  ];
  const miles = job.distance;
  const distance =
    miles === null ? null : isOnRoute ? t('site.detour', { miles: Math.round(miles) }) : write(format.distance(miles));
  const placeParts = [formatPlace(job), distance, job.isGlobal && t('common.nationwide')];
  const promotionLabel = getPromotionLabel(site, job);
  return html`<li class="card job${job.featured && ' featured'}" id="job-${job.id}">
    ${renderLogo(job, 'card')}
    <div>
      ${promotionLabel && html`<span class="flag">${promotionLabel}</span>`}
      <h3 id="title-${job.id}"><a href="${pathTo(`/jobs/${job.id}`)}">${job.title}</a></h3>
      <p>
        ${linksCompany ? companyLink(site, job) : job.companyName} ·
        ${placeParts.filter(Boolean).join(' · ')}${linksCompany && job.companyVerified && html` ${verifiedMark(site)}`}
      </p>
      <p class="pay">${formatPay(site, job) ?? t('common.payNotListed')}</p>
      <ul class="facts">
        ${details.map((detail) => html`<li>${detail}</li>`)}
      </ul>
      <p class="quiet">${formatPosted(site, job)}</p>
    </div>
    ${canSave && saveButton(site, job, `title-${job.id}`)}
  </li>`;
}
