import { adImageSize, type ShownAd } from '#shared/ads.ts';
import { type Html, html, trusted } from './html.ts';

/**
 * Says of each ad once that half of it was on screen for a second, in a tab that is looked at
 * (`product: News, ads, albums`). Stands in the page, as its hash does in the content security policy.
 */
export const adScript = `(()=>{const d=document,w=new Map(),o=new IntersectionObserver(l=>{for(const{target:a,intersectionRatio:r}of l){clearTimeout(w.get(a));w.set(a,r>=.5&&!d.hidden?setTimeout(()=>{o.unobserve(a);w.delete(a);navigator.sendBeacon('/site/ads/seen',a.dataset.sight)},1000):0)}},{threshold:.5}),all=d.querySelectorAll('[data-sight]');all.forEach(a=>{w.set(a,0);o.observe(a)});d.addEventListener('visibilitychange',()=>{for(const[a,t]of w){clearTimeout(t);o.unobserve(a);if(!d.hidden)o.observe(a)}})})()`;

const { width, height } = adImageSize;

/** The ads of a page, said to be ads, in boxes that stand before their pictures do. */
export function adSlots(ads: readonly ShownAd[]): Html | false {
  if (ads.length === 0) return false;
  const isCounted = ads.some(({ sightToken }) => sightToken !== null);
  return html`<aside class="ads" aria-label="Advertisement">${ads.map(adCard)}</aside>
    ${isCounted && trusted(`<script>${adScript}</script>`)}`;
}

function adCard({ title, advertiser, imageUrl, videoUrl, clickUrl, sightToken }: ShownAd): Html {
  const sight = sightToken !== null && html` data-sight="${sightToken}"`;
  const words = html`<span class="quiet"><b>Ad</b> · ${advertiser}</span><span>${title}</span
    ><span class="hidden"> (opens in a new tab)</span>`;
  const link = (inside: Html) => html`<a href="${clickUrl}" target="_blank" rel="sponsored nofollow noopener">${inside}</a>`;
  if (videoUrl)
    return html`<div class="ad">
      <video
        controls
        muted
        playsinline
        preload="none"
        width="${width}"
        height="${height}"
        src="${videoUrl}"
        ${imageUrl && html`poster="${imageUrl}"`}
        aria-label="Video from ${advertiser}"
        ${sight}
      ></video>
      ${link(words)}
    </div>`;
  return html`<div class="ad">
    ${link(html`<img src="${imageUrl}" alt="" width="${width}" height="${height}" loading="lazy" decoding="async" ${sight} />${words}`)}
  </div>`;
}
