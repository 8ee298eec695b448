const secondMs = 1000;

/**
 * Tells once that half of an element was on screen for a second, in a tab that is looked at (`product: News, ads, albums`).
 * Answers with the way to stop watching.
 */
export function watchSight(element: Element, onSeen: () => void): () => void {
  let timer = 0;
  const observer = new IntersectionObserver(
    ([entry]) => {
      window.clearTimeout(timer);
      if (!entry || entry.intersectionRatio < 0.5 || document.hidden) return;
      timer = window.setTimeout(() => {
        stop();
        onSeen();
      }, secondMs);
    },
    { threshold: 0.5 },
  );
  /** A tab that is left begins its second anew when it is looked at again. */
  const look = () => {
    window.clearTimeout(timer);
    observer.unobserve(element);
    if (!document.hidden) observer.observe(element);
  };
  const stop = () => {
    window.clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', look);
  };
  document.addEventListener('visibilitychange', look);
  observer.observe(element);
  return stop;
}

/** Says that an ad was seen; the server counts it once. */
export function tellSight(token: string): void {
  navigator.sendBeacon('/site/ads/seen', token);
}
