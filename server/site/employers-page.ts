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
    t('public.employersValueSearch'),
    t('public.employersValueMatch'),
    t('public.employersValueStages'),
    t('public.employersValueMessages'),
  ];
  const prices: [name: string, cents: number, text: string][] = [
    [t('public.employersPosting'), jobPriceCents, t('public.employersPostingText', { postingDays })],
    [t('catalogues.boost'), addonPriceCents.boost, t('public.employersBoostText', { boostDays })],
    [t('catalogues.promote'), addonPriceCents.promote, t('public.employersPromoteText', { postingDays })],
    [t('catalogues.hyperlink'), addonPriceCents.hyperlink, t('public.employersHyperlinkText')],
  ];
  const startButton = html`<a class="button for-visitors" href="/signup">${t('public.postAJob')}</a
    ><a class="button for-staff" href="/company/jobs/new">${t('public.postAJob')}</a>`;
  const body = html`<div class="wrap">
    <article class="card article prose">
      <h1>${t('public.employersTitle')}</h1>
      <p>${t('public.employersSummary', { price: formatPrice(jobPriceCents), postingDays })}</p>
      <p>${startButton}</p>
      <h2>${t('public.employersWhatYouGet')}</h2>
      <ul>
        ${values.map((value) => html`<li>${value}</li>`)}
      </ul>
      <h2 id="prices">${t('public.employersPrices')}</h2>
      <dl class="prices">
        ${prices.map(
          ([name, cents, text]) =>
            html`<dt>${name}</dt>
              <dd class="pay">${formatPrice(cents)}</dd>
              <dd>${text}</dd>`,
        )}
      </dl>
      <p class="quiet">${t('public.employersPriceNote')}</p>
      ${sample && sampleJob(site, sample)}
      <p>${startButton}</p>
    </article>
  </div>`;
  return renderPage(site, {
    title: `${t('public.forEmployers')} | ${productName}`,
    description: t('public.employersSummary', { price: formatPrice(jobPriceCents), postingDays }),
    path: employersPath,
    isIndexed: true,
    body,
  });
}

const sampleJob = (site: Site, job: PublicJobCard): Html =>
  html`<h2>${site.t('public.employersSample')}</h2>
    <ul class="jobs sample">
      ${jobCard(site, job)}
    </ul>`;
