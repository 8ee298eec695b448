import { Anchor } from '@mantine/core';
import { aiPage } from '#shared/brand.ts';
import * as format from '#shared/format.ts';
import classes from './Match.module.css';

/** How well a driver and a job fit, as a number to compare at a glance; its link explains how the number is made. */
export function MatchPercent({ fraction }: { fraction: number }) {
  return (
    <p className={classes.percent}>
      <strong>{format.percent(fraction)}</strong>{' '}
      <Anchor href={aiPage.path} inherit underline="always" aria-label={`match: ${aiPage.title}`}>
        match
      </Anchor>
    </p>
  );
}
