import * as format from '#shared/format.ts';
import classes from './Match.module.css';

/** How well a driver and a job fit, as a number to compare at a glance. */
export function MatchPercent({ fraction }: { fraction: number }) {
  return (
    <p className={classes.percent}>
      <strong>{format.percent(fraction)}</strong> match
    </p>
  );
}
