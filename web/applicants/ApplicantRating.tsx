import { Button, Fieldset, Group, Rating, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { mostStars } from '#shared/drivers/applicant.ts';
import * as format from '#shared/format.ts';
import { type Applicant, useRate } from './queries.ts';
import { t } from '#web/texts/app.ts';

type Props = { jobId: string; applicant: Applicant; mayEdit: boolean };

/** The company's rating of an applicant, which the driver never sees. */
export function ApplicantRating({ jobId, applicant, mayEdit }: Props) {
  const name = useId();
  const { mutate: rate } = useRate(jobId);
  const { rating } = applicant;
  if (!mayEdit) return rating === null ? t('applicants.notRated') : <Stars rating={rating} />;
  return (
    <Fieldset variant="unstyled" aria-label={t('applicants.ratingForApplicant', { applicant: format.fullName(applicant) })}>
      <Group gap="xs">
        <Rating
          // The same applicant may be on the screen twice, and radio buttons with the same name would be one group.
          name={name}
          value={rating ?? 0}
          onChange={(stars) => rate({ applicant, rating: stars })}
          count={mostStars}
          getSymbolLabel={(stars) => (stars === 0 ? t('applicants.notRated') : t('labels.stars', { count: stars }))}
        />
        {rating === null ? null : (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => rate({ applicant, rating: null })}>
            {t('applicants.clearRating')}
          </Button>
        )}
      </Group>
    </Fieldset>
  );
}

/** Stars for display only. */
export function Stars({ rating }: { rating: number | null }) {
  if (rating === null) return '-';
  return (
    <span title={t('applicants.ratingOfMostStarsStars', { rating, mostStars })}>
      <Rating value={rating} count={mostStars} readOnly size="xs" aria-hidden />
      <VisuallyHidden>{t('applicants.ratingOfMostStarsStars', { rating, mostStars })}</VisuallyHidden>
    </span>
  );
}
