import { Anchor } from '@mantine/core';
import { storedVideo } from '#shared/uploads.ts';
import classes from './VideoPlayer.module.css';
import { t } from '#web/texts/app.ts';

/** Plays an uploaded video, with seeking. Any other URL is a link. */
export function VideoPlayer({ url, label }: { url: string; label: string }) {
  if (!storedVideo.test(url))
    return (
      <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow">
        {t('uploads.watchTheVideo')}
      </Anchor>
    );
  return (
    <video className={classes.video} controls preload="metadata" src={url} aria-label={label}>
      <track kind="captions" />
    </video>
  );
}
