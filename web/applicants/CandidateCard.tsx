import { Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { cdlStatuses, jobTypes, labelOf } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { Facts } from '#web/jobs/Facts.tsx';
import { MatchPercent } from '#web/matching/MatchPercent.tsx';
import { MatchReasons } from '#web/matching/MatchReasons.tsx';
import type { Candidate } from './candidate-queries.ts';
import classes from './CandidateCard.module.css';

type Props = { candidate: Candidate; rank: number };

/** One candidate. Who it is stays on the server: what looks like a hidden contact is drawn and holds nothing. */
export function CandidateCard({ candidate, rank }: Props) {
  const { cdlStatus, distance, city, workExperiences, stringExperience, jobMatching, reasons } = candidate;
  const titleId = `candidate-${candidate.userId}`;
  return (
    <Paper component="article" withBorder p="lg" shadow="xs" aria-labelledby={titleId}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
          <div>
            <Text component="h3" fw={600} id={titleId}>
              Candidate {rank}
            </Text>
            <Text size="sm" c="dimmed">
              {[city, format.distance(distance)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <MatchPercent fraction={jobMatching} />
        </Group>
        <Facts
          facts={[
            ['CDL', cdlStatus ? labelOf(cdlStatuses, cdlStatus) : 'No CDL'],
            ['Experience', stringExperience],
            ['Type of driving', workExperiences.map((code) => labelOf(jobTypes, code)).join(' ') || 'n/a'],
            ['Contact details', <HiddenContact key="contact" />],
          ]}
        />
        <MatchReasons fraction={jobMatching} reasons={reasons} />
      </Stack>
    </Paper>
  );
}

function HiddenContact() {
  return (
    <span className={classes.contact}>
      <IconLock size={14} aria-hidden />
      <span className={classes.placeholder} aria-hidden />
      <span className={classes.placeholder} aria-hidden />
      <VisuallyHidden>Hidden</VisuallyHidden>
    </span>
  );
}
