import { Alert, Button, Group, Progress, Stack, Stepper, Text, NumberInput, SimpleGrid } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { errorText } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc, trpcClient } from '#web/api/trpc.ts';
import { number } from '#web/browser/format.ts';
import { stored } from '#web/browser/stored.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';

const route = getRouteApi('/_gallery/redux-example');

/** Keeps one number in the URL, which two separate components share. */
function useMiles(): [miles: number, setMiles: (miles: number) => void] {
  const { miles = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  return [miles, (next) => void navigate({ search: { miles: Math.max(0, next) }, replace: true })];
}

function Odometer() {
  const [miles, setMiles] = useMiles();
  return (
    <Section title="The writer">
      <Group>
        <Button variant="default" onClick={() => setMiles(miles - 100)} disabled={miles < 100}>
          − 100 mi
        </Button>
        <Button color="orange" onClick={() => setMiles(miles + 100)}>
          + 100 mi
        </Button>
        <Button variant="subtle" onClick={() => setMiles(0)} disabled={miles === 0}>
          Reset
        </Button>
      </Group>
    </Section>
  );
}

function Log() {
  const [miles] = useMiles();
  return (
    <Section title="The reader">
      <Text size="xl" fw={650} className="tabular" component="output">
        {number(miles)} mi
      </Text>
    </Section>
  );
}

/** An empty field is an empty text. */
const rateStore = stored('galleryRate', z.union([z.string(), z.number()]));

function Draft() {
  const rate = rateStore.useValue() ?? '';
  return (
    <Section title="A draft" description="Saved in this browser until it’s sent. It survives a reload.">
      <NumberInput
        label="Cents per mile"
        value={rate}
        onChange={(rateInput) => rateStore.write(rateInput)}
        min={0}
        max={500}
        clampBehavior="strict"
        hideControls
        maw="16rem"
      />
    </Section>
  );
}

export function ClientStatePage() {
  return (
    <>
      <PageHeader
        title="Client state"
        description="State that a link should carry is in the URL, server data is in the query cache, and unsent input is in a draft. Nothing else is shared."
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Odometer />
          <Log />
        </SimpleGrid>
        <Draft />
      </Stack>
    </>
  );
}

/** The steps of the example, in order. */
const steps = ['Ask the server', 'Count the albums', 'Add an album', 'Remove it again'] as const;

export type FlowState =
  | { phase: 'idle' }
  | { phase: 'running'; step: number }
  | { phase: 'done' }
  | { phase: 'cancelled'; step: number }
  | { phase: 'failed'; step: number; error: unknown };

/** Runs steps one after the other and reports each. Canceling takes effect before the next step, never within one. */
export async function runFlow(
  tasks: readonly (() => Promise<unknown>)[],
  signal: AbortSignal,
  setState: (state: FlowState) => void,
  from = 0,
): Promise<void> {
  for (const [step, task] of tasks.entries()) {
    if (step < from) continue;
    if (signal.aborted) return setState({ phase: 'cancelled', step });
    setState({ phase: 'running', step });
    try {
      await task();
    } catch (error) {
      return setState({ phase: 'failed', step, error });
    }
  }
  setState({ phase: 'done' });
}

/** The data that one step passes to the next. */
type CreatedRecords = { albumId: string | null };

function tasksOf(created: CreatedRecords): (() => Promise<unknown>)[] {
  return [
    () => trpcClient.auth.me.query(),
    () => trpcClient.gallery.albums.query({ offset: 0, limit: 1 }),
    async () => {
      created.albumId = (await trpcClient.gallery.createAlbum.mutate({ title: 'Created by the flow' })).id;
    },
    async () => {
      if (created.albumId) await trpcClient.gallery.deleteAlbum.mutate({ id: created.albumId });
      await queryClient.invalidateQueries(trpc.gallery.albums.pathFilter());
    },
  ];
}

const phaseTexts: Record<FlowState['phase'], string> = {
  idle: 'Not started.',
  running: 'Running.',
  done: 'Done. All steps succeeded.',
  cancelled: 'Canceled before the next step.',
  failed: 'A step failed.',
};

/** An example of several requests with progress, cancel, and a retry that continues at the failed step. */
export function FlowPage() {
  const [state, setState] = useState<FlowState>({ phase: 'idle' });
  const controller = useRef(new AbortController());
  const created = useRef<CreatedRecords>({ albumId: null });
  const isRunning = state.phase === 'running';
  const done = state.phase === 'done' ? steps.length : state.phase === 'idle' ? 0 : state.step;
  const start = (from: number) => {
    controller.current = new AbortController();
    void runFlow(tasksOf(created.current), controller.current.signal, setState, from);
  };
  return (
    <>
      <PageHeader title="Async flow" description="Requests that run one after another, as in payments and uploads." />
      <Section
        title="Four steps"
        footer={
          <>
            {isRunning ? (
              <Button variant="default" onClick={() => controller.current.abort()}>
                Cancel
              </Button>
            ) : null}
            {state.phase === 'failed' || state.phase === 'cancelled' ? (
              <Button variant="default" onClick={() => start(state.step)}>
                Continue
              </Button>
            ) : null}
            <Button color="orange" loading={isRunning} onClick={() => start(0)}>
              Start
            </Button>
          </>
        }
      >
        <Stack gap="lg">
          <Stepper active={done} orientation="vertical" size="sm" allowNextStepsSelect={false}>
            {steps.map((label, step) => (
              <Stepper.Step key={label} label={label} loading={isRunning && state.step === step} />
            ))}
          </Stepper>
          <Progress value={(done / steps.length) * 100} aria-label="Steps done" />
          {state.phase === 'failed' ? (
            <Alert color="red" variant="light" role="alert">
              {errorText(state.error)}
            </Alert>
          ) : null}
          <Group>
            <Text size="sm" c="dimmed" component="output">
              {phaseTexts[state.phase]} {done} of {steps.length} steps.
            </Text>
          </Group>
        </Stack>
      </Section>
    </>
  );
}
