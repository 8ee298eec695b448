import * as format from '#shared/format.ts';
import type { MatchReason } from '#shared/matching/match-reasons.ts';
import classes from './Match.module.css';

type Props = { fraction: number; reasons: readonly MatchReason[] };

/** The parts that add up to the percent, each with its sentence (`product: Matching`). */
export function MatchReasons({ fraction, reasons }: Props) {
  return (
    <details className={classes.reasons}>
      <summary>Why {format.percent(fraction)}</summary>
      <ul>
        {reasons.map(({ part, label, points, of, text }) => (
          <li key={part}>
            <span className={classes.label}>{label}</span>
            <span className={classes.points}>
              {points} of {of}
            </span>
            <span className={classes.bar} aria-hidden>
              <span style={{ inlineSize: `${(points / of) * 100}%` }} />
            </span>
            <span className={classes.text}>{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
