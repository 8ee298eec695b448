import { type Html, html, type Site } from './html.ts';

/** Links to the previous and the next page of a list, which `toPath` addresses without the language. Nothing for a single page. */
export function pageLinks(
  { t, pathTo, formats }: Site,
  { page, last, toPath }: { page: number; last: number; toPath: (page: number) => string },
): Html | false {
  if (last <= 1) return false;
  const link = (rel: 'prev' | 'next', target: number, label: string) =>
    html`<a class="button plain" rel="${rel}" href="${pathTo(toPath(target))}">${label}</a>`;
  return html`<nav class="pages" aria-label="${t('site.pages')}">
    ${page > 1 ? link('prev', page - 1, t('site.previous')) : html`<span></span>`}
    <span class="quiet">${t('site.pageNumber', { page: formats.number(page), last: formats.number(last) })}</span>
    ${page < last ? link('next', page + 1, t('site.next')) : html`<span></span>`}
  </nav>`;
}
