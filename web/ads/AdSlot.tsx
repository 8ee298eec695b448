import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { adImageSize } from '#shared/ads.ts';
import classes from './AdSlot.module.css';
import { type ShownAd, shownAdsQuery } from './queries.ts';
import { t } from '#web/texts/app.ts';

const secondMs = 1000;

/**
 * Calls back once when half of an element was visible for a second in a tab that is in front
 * (`docs/product/news-and-ads.md#ads`). Returns a function that stops watching.
 */
function watchSight(element: Element, onSeen: () => void): () => void {
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
  /** Leaving the tab restarts the second. */
  const reportVisible = () => {
    window.clearTimeout(timer);
    observer.unobserve(element);
    if (!document.hidden) observer.observe(element);
  };
  const stop = () => {
    window.clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', reportVisible);
  };
  document.addEventListener('visibilitychange', reportVisible);
  observer.observe(element);
  return stop;
}

/** Reports that an ad was seen. The server counts it once. */
function reportImpression(token: string): void {
  navigator.sendBeacon('/site/ads/seen', token);
}

/**
 * The ads of the current turn, then those of the next, unless the reader stops them. If there are none or they cannot be
 * loaded, nothing is shown, because no page waits for an ad.
 */
export function AdSlot() {
  const prefersReducedMotion = useReducedMotion();
  const [isStopped, setIsStopped] = useState<boolean | null>(null);
  const isStill = isStopped ?? prefersReducedMotion;
  const { data } = useQuery({
    ...shownAdsQuery(),
    retry: false,
    refetchInterval: ({ state }) => (isStill || !state.data?.secondsLeft ? false : state.data.secondsLeft * 1000),
  });
  if (!data || data.ads.length === 0) return null;
  const label = isStill ? t('ads.resumeAdRotation') : t('ads.pauseAdRotation');
  return (
    <aside aria-label={t('ads.advertisement')} className={classes.slot}>
      {data.ads.map((ad) => (
        <AdCard key={ad.id} ad={ad} />
      ))}
      {data.secondsLeft === null ? null : (
        <Tooltip label={label}>
          <ActionIcon
            variant="default"
            size="md"
            className={classes.stop}
            aria-label={label}
            onClick={() => setIsStopped(!isStill)}
          >
            {isStill ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </aside>
  );
}

const { width, height } = adImageSize;

function AdCard({ ad: { title, advertiser, imageUrl, videoUrl, clickUrl, sightToken } }: { ad: ShownAd }) {
  const watch = useCallback(
    (element: HTMLDivElement | null) =>
      element && sightToken ? watchSight(element, () => reportImpression(sightToken)) : undefined,
    [sightToken],
  );
  return (
    <div className={classes.card}>
      <div ref={watch} className={classes.media}>
        {videoUrl ? (
          <video
            controls
            muted
            playsInline
            preload="none"
            width={width}
            height={height}
            src={videoUrl}
            poster={imageUrl ?? undefined}
            aria-label={t('ads.videoFromAdvertiser', { advertiser })}
          >
            <track kind="captions" />
          </video>
        ) : (
          <img src={imageUrl ?? undefined} alt="" width={width} height={height} />
        )}
      </div>
      <a
        href={clickUrl}
        target="_blank"
        rel="sponsored nofollow noopener"
        className={classes.link}
        data-over={videoUrl ? undefined : true}
      >
        <Text span size="sm" c="dimmed">
          <b>{t('ads.ad')}</b> · {advertiser}
        </Text>
        <Text span fw={600} className={classes.title}>
          {title}
        </Text>
        <span className={classes.aside}>{t('ads.opensInANewTab')}</span>
      </a>
    </div>
  );
}
