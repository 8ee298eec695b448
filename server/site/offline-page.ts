import { productName } from '#shared/brand.ts';
import { offlinePath } from '#shared/offline.ts';
import { html, type Site } from './html.ts';
import { renderPage } from './layout.ts';
import { pageParts } from './page-parts.ts';

/**
 * The page that the service worker shows without a connection (`docs/product/drivers.md#without-a-connection`). It is the same for
 * everyone. Its script fills in the lists from what this browser stores.
 */
export function offlinePage(site: Site): string {
  const { t, rich } = site;
  const time = () => html`<time></time>`;
  return renderPage(site, {
    title: `${t('site.offlineTitle')} | ${productName}`,
    description: t('ui.offlineHint'),
    path: offlinePath,
    canonical: null,
    isIndexed: false,
    isMinimal: true,
    body: html`<div class="wrap narrow offline">
        <section class="card notice">
          <h1>${t('site.offlineTitle')}</h1>
          <p>${t('ui.offlineHint')}</p>
          <div class="row"><a class="button" href="">${t('ui.tryAgain')}</a></div>
        </section>
        <section class="block" id="applications" aria-labelledby="applications-title" hidden>
          <h2 id="applications-title">${t('site.yourApplications')}</h2>
          <p class="quiet last-seen">${rich('site.lastSeenAt', { time })}</p>
          <ul class="jobs"></ul>
        </section>
        <section class="block" id="seen-jobs" aria-labelledby="seen-jobs-title" hidden>
          <h2 id="seen-jobs-title">${t('site.seenJobs')}</h2>
          <ul class="jobs"></ul>
        </section>
        <p class="quiet" id="nothing-stored">${t('site.nothingStored')}</p>
        <template id="application">
          <li class="card job">
            <h3></h3>
            <p class="quiet"></p>
            <p><b></b> <span></span></p>
          </li>
        </template>
        <template id="seen-job"
          ><li class="card job">
            <h3><a></a></h3>
            <p class="quiet"></p></li
        ></template>
      </div>
      ${pageParts().scripts.offline.element}`,
  });
}
