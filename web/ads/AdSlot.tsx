import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { adImageSize } from '#shared/ads.ts';
import { t } from '#web/texts/app.ts';
import classes from './AdSlot.module.css';
import { type ShownAd, shownAdsQuery } from './queries.ts';

const minVisibleMs = 1000;

/**
 * Calls `onSeen` once, after half of the element was visible for a second in the foreground tab
 * (`docs/product/news-and-ads.md#ads`). Returns a function that stops watching.
 */
function watchVisibility(element: Element, onSeen: () => void): () => void {
  let timer = 0;
  const observer = new IntersectionObserver(
    ([entry]) => {
      window.clearTimeout(timer);
      if (!entry || entry.intersectionRatio < 0.5 || document.hidden) return;
      timer = window.setTimeout(() => {
        stop();
        onSeen();
      }, minVisibleMs);
    },
    { threshold: 0.5 },
  );
  /** When the user leaves the tab, the second starts again. */
  const restartWatching = () => {
    window.clearTimeout(timer);
    observer.unobserve(element);
    if (!document.hidden) observer.observe(element);
  };
  const stop = () => {
    window.clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', restartWatching);
  };
  document.addEventListener('visibilitychange', restartWatching);
  observer.observe(element);
  return stop;
}

/** Reports that an ad was seen. The server counts it once. */
function reportImpression(token: string): void {
  navigator.sendBeacon('/site/ads/seen', token);
}

/**
 * Shows the current ads and replaces them when their turn in the rotation ends, unless the user pauses. If there are no ads
 * or they cannot be loaded, it shows nothing.
 */
export function AdSlot() {
  const prefersReducedMotion = useReducedMotion();
  const [pauseChoice, setPauseChoice] = useState<boolean | null>(null);
  const isPaused = pauseChoice ?? prefersReducedMotion;
  const { data } = useQuery({
    ...shownAdsQuery(),
    retry: false,
    refetchInterval: ({ state }) => (isPaused || !state.data?.secondsLeft ? false : state.data.secondsLeft * 1000),
  });
  if (!data || data.ads.length === 0) return null;
  const label = isPaused ? t('ads.resumeAdRotation') : t('ads.pauseAdRotation');
  return (
    <aside aria-label={t('common.advertisement')} className={classes.slot}>
      {data.ads.map((ad) => (
        <AdCard key={ad.id} ad={ad} />
      ))}
      {data.secondsLeft === null ? null : (
        <Tooltip label={label}>
          <ActionIcon
            variant="default"
            size="md"
            className={classes.pauseButton}
            aria-label={label}
            onClick={() => setPauseChoice(!isPaused)}
          >
            {isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </aside>
  );
}

const { width, height } = adImageSize;

function AdCard({ ad: { title, advertiser, imageUrl, videoUrl, clickUrl, impressionToken } }: { ad: ShownAd }) {
  const visibilityRef = useCallback(
    (element: HTMLDivElement | null) =>
      element && impressionToken ? watchVisibility(element, () => reportImpression(impressionToken)) : undefined,
    [impressionToken],
  );
  return (
    <div className={classes.card}>
      <div ref={visibilityRef} className={classes.media}>
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
            aria-label={t('common.videoFromAdvertiser', { advertiser })}
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
          <b>{t('common.ad')}</b> · {advertiser}
        </Text>
        <Text span fw={600} className={classes.title}>
          {title}
        </Text>
        <span className={classes.visuallyHidden}>{t('common.opensInNewTab')}</span>
      </a>
    </div>
  );
}
