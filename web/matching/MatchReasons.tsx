import { Anchor } from '@mantine/core';
import { aiPage } from '#shared/brand.ts';
import type { MatchReason } from '#shared/matching/match-reasons.ts';
import { percent } from '#web/browser/format.ts';
import { publicLink } from '#web/browser/language.ts';
import { t } from '#web/texts/app.ts';
import classes from './Match.module.css';

type Props = { matchScore: number; reasons: readonly MatchReason[] };

/** Explains the parts that add up to the match score (`docs/product/applicants-and-matching.md#match-score`). */
export function MatchReasons({ matchScore, reasons }: Props) {
  return (
    <details className={classes.reasons}>
      <summary>{t('candidates.whyMatchScore', { matchScore: percent(matchScore) })}</summary>
      <ul>
        {reasons.map(({ part, label, points, of, text }) => (
          <li key={part}>
            <span className={classes.label}>{label}</span>
            <span className={classes.points}>{t('candidates.pointsOfMaximum', { points, of })}</span>
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

/** Shows the match score, with a link to the page that explains it. */
export function MatchScore({ matchScore }: { matchScore: number }) {
  return (
    <p className={classes.percent}>
      <strong>{percent(matchScore)}</strong>{' '}
      <Anchor href={publicLink(aiPage.path)} inherit underline="always" aria-label={t('candidates.matchLabel')}>
        {t('candidates.match')}
      </Anchor>
    </p>
  );
}
