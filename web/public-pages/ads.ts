/**
 * Runs on pages with ads. It reports each ad once, when half of it was visible for a second in the active tab
 * (`docs/product/news-and-ads.md#ads`).
 */
const visibleShare = 0.5;
const visibleMilliseconds = 1000;

/** The ads that are not reported yet, each with the timer that runs while it is visible. */
const timers = new Map<HTMLElement, number | undefined>();

function report(ad: HTMLElement): void {
  observer.unobserve(ad);
  timers.delete(ad);
  navigator.sendBeacon('/site/ads/seen', ad.dataset['impression']);
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, intersectionRatio } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      clearTimeout(timers.get(target));
      const isVisible = intersectionRatio >= visibleShare && !document.hidden;
      timers.set(target, isVisible ? window.setTimeout(() => report(target), visibleMilliseconds) : undefined);
    }
  },
  { threshold: visibleShare },
);

for (const ad of document.querySelectorAll<HTMLElement>('[data-impression]')) {
  timers.set(ad, undefined);
  observer.observe(ad);
}

// Observing again reports the state of an ad when the tab becomes active.
document.addEventListener('visibilitychange', () => {
  for (const [ad, timer] of timers) {
    clearTimeout(timer);
    observer.unobserve(ad);
    if (!document.hidden) observer.observe(ad);
  }
});
