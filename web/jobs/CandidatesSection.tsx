import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { candidateCountText } from '#shared/matching/candidate.ts';
import { Section } from '#web/ui/Section.tsx';
import type { JobDetail } from './queries.ts';

/** The way to those who could apply; the count is the last one that was kept (`spec: work §3 Job list item`). */
export function CandidatesSection({ job }: { job: JobDetail }) {
  const { id, totalCandidates } = job;
  return (
    <Section title="Candidates">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {totalCandidates === null ? 'Matching drivers nearby who haven’t applied' : candidateCountText(totalCandidates)}
        </Text>
        <Button
          variant="default"
          size="compact-md"
          renderRoot={(props) => <Link {...props} to="/company/jobs/$id/candidates" params={{ id }} />}
        >
          See candidates
        </Button>
      </Group>
    </Section>
  );
}
