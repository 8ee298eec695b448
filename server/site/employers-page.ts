import { addonPriceCents, boostDays, jobPriceCents, postingDays, toDollars } from '#shared/billing/pricing.ts';
import { productName } from '#shared/brand.ts';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import { type Html, html, type Site } from './html.ts';
import { jobCard } from './job-card.ts';
import { renderPage } from './layout.ts';

/** The page for employers who do not have an account yet. `/pricing` leads to its prices. */
export const employersPath = '/employers';
export const pricingPath = '/pricing';

/** What a posting does, what it costs according to the price list, and a job as drivers see it. */
export function employersPage(site: Site, sample: PublicJobCard | undefined): string {
  const { t, formats } = site;
  const formatPrice = (cents: number) => formats.money(toDollars(cents), true);
  const values = [
    t('site.employersValueSearch'),
    t('site.employersValueMatch'),
    t('site.employersValueStages'),
    t('site.employersValueMessages'),
  ];
  const prices: [name: string, cents: number, text: string][] = [
    [t('site.employersPosting'), jobPriceCents, t('site.employersPostingText', { postingDays })],
    [t('common.boost'), addonPriceCents.boost, t('site.employersBoostText', { boostDays })],
    [t('common.promote'), addonPriceCents.promote, t('site.employersPromoteText', { postingDays })],
    [t('common.hyperlink'), addonPriceCents.hyperlink, t('site.employersHyperlinkText')],
  ];
  const startButton = html`<a class="button for-visitors" href="/signup">${t('site.postAJob')}</a
    ><a class="button for-staff" href="/company/jobs/new">${t('site.postAJob')}</a>`;
  const body = html`<div class="wrap">
    <article class="card article prose">
      <h1>${t('site.employersTitle')}</h1>
      <p>${t('site.employersSummary', { price: formatPrice(jobPriceCents), postingDays })}</p>
      <p>${startButton}</p>
      <h2>${t('site.employersWhatYouGet')}</h2>
      <ul>
        ${values.map((value) => html`<li>${value}</li>`)}
      </ul>
      <h2 id="prices">${t('site.employersPrices')}</h2>
      <dl class="prices">
        ${prices.map(
          ([name, cents, text]) =>
            html`<dt>${name}</dt>
              <dd class="pay">${formatPrice(cents)}</dd>
              <dd>${text}</dd>`,
        )}
      </dl>
      <p class="quiet">${t('site.employersPriceNote')}</p>
      ${sample && sampleJob(site, sample)}
      <p>${startButton}</p>
    </article>
  </div>`;
  return renderPage(site, {
    title: `${t('site.forEmployers')} | ${productName}`,
    description: t('site.employersSummary', { price: formatPrice(jobPriceCents), postingDays }),
    path: employersPath,
    isIndexed: true,
    body,
  });
}

const sampleJob = (site: Site, job: PublicJobCard): Html =>
  html`<h2>${site.t('site.employersSample')}</h2>
    <ul class="jobs sample">
      ${jobCard(site, job)}
    </ul>`;
