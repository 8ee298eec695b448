import { productName } from '#shared/brand.ts';
import { type Html, html } from './html.ts';
import type { Site } from './languages.ts';
import { renderPage } from './layout.ts';

/** The page for a request that has no other answer, at the path of the request. */
type Notice = { path: string; title: string; text: string; more?: Html };

function noticePage(site: Site, { path, title, text, more }: Notice): string {
  const body = html`<div class="wrap">
    <section class="card notice">
      <h1>${title}</h1>
      <p>${text}</p>
      <div class="row"><a class="button" href="${site.pathTo('/jobs')}">${site.t('public.searchJobs')}</a>${more}</div>
    </section>
  </div>`;
  return renderPage(site, {
    title: `${title} | ${productName}`,
    description: text,
    path,
    canonical: null,
    isIndexed: false,
    body,
  });
}

export function closedPage(site: Site, path: string): string {
  const { t } = site;
  const more = html`<a class="button plain for-visitors" href="/signup?role=driver">${t('public.signUp')}</a>`;
  return noticePage(site, { path, title: t('public.thisJobIsClosed'), text: t('public.theEmployerClosedThisJob'), more });
}

export function missingPage(site: Site, path: string): string {
  const { t } = site;
  return noticePage(site, { path, title: t('public.jobNotFound'), text: t('public.thisLinkMayBeOld') });
}

export function troublePage(site: Site, path: string): string {
  const { t } = site;
  return noticePage(site, { path, title: t('public.somethingWentWrong'), text: t('public.thisIsAProblemOn') });
}
