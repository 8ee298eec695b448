import { Alert, Button, Group, List, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { cityState } from '#shared/format.ts';
import type { LeftOut } from './bulk-acts.ts';
import type { BulkOutcome, Job } from './queries.ts';
import { inLabels } from './refusal-words.ts';

const namesShown = 6;

/** Those that something will be done with. */
export function ChosenJobs({ jobs }: { jobs: readonly Job[] }) {
  return <Names label="Selected jobs" of={jobs.map((job) => ({ id: job.id, name: nameOf(job) }))} />;
}

/** Those whose state keeps it from them. */
export function LeftOutJobs({ jobs }: { jobs: readonly LeftOut[] }) {
  return (
    <Alert color="amber" role="note" title="Skipped">
      <Names
        label="Skipped"
        of={jobs.map(({ job, standing }) => ({
          id: job.id,
          name: (
            <>
              {nameOf(job)}: <b>{standing}</b>
            </>
          ),
        }))}
      />
    </Alert>
  );
}

/** Those that the server refused, which knew more than the screen, and why. */
export function RefusedJobs({ outcome, jobs, onDone }: { outcome: BulkOutcome; jobs: readonly Job[]; onDone: () => void }) {
  const titleOf = (id: string) => jobs.find((job) => job.id === id)?.title ?? id;
  return (
    <Stack gap="md">
      <Alert color="amber" role="alert" title="These jobs won’t change">
        <List size="sm">
          {outcome.refused.map(({ id, message }) => (
            <List.Item key={id}>
              <b>{titleOf(id)}</b>: {inLabels(message)}
            </List.Item>
          ))}
        </List>
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

const nameOf = (job: Job) => `${job.title}, ${cityState(job)}`;

function Names({ label, of }: { label: string; of: readonly { id: string; name: ReactNode }[] }) {
  const more = of.length - namesShown;
  return (
    <List size="sm" aria-label={label}>
      {of.slice(0, namesShown).map(({ id, name }) => (
        <List.Item key={id}>{name}</List.Item>
      ))}
      {more > 0 ? <List.Item>and {more} more</List.Item> : null}
    </List>
  );
}
