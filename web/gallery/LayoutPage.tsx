import { Button, Grid, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { Loading, PulsingLoader } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import classes from './GalleryFrame.module.css';

type Props = { size?: 'small' | 'medium' | 'large' };

/** A loader that moves along a figure eight. It is decorative, so a text next to it must say what is loading. */
function InfiniteSpinner({ size = 'medium' }: Props) {
  return (
    <svg className={classes.infinite} data-size={size} viewBox="0 0 64 32" fill="none" aria-hidden>
      <path d={loop} />
      <path d={loop} pathLength={100} />
    </svg>
  );
}

const loop = 'M32 16C26 8 21 4 15 4a12 12 0 0 0 0 24c6 0 11-4 17-12s11-12 17-12a12 12 0 0 1 0 24c-6 0-11-4-17-12Z';

/** A loader of four dots that meet in the middle. It is decorative too. */
function ConvergingSpinner({ size = 'medium' }: Props) {
  return (
    <span className={classes.converging} data-size={size} aria-hidden>
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}

export function LayoutPage() {
  const [tries, setTries] = useState(1);
  return (
    <>
      <PageHeader
        title="Layout"
        description="Each screen has a header and sections. Two columns from 768 px, one below. Nothing scrolls sideways."
        actions={
          <Button color="orange" onClick={() => toast.info('The main action is at the right of the header')}>
            Main action
          </Button>
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, sm: 8 }}>
          <Stack gap="lg">
            <Section
              title="A section with a footer"
              description="Labels above, hints below, actions on the right."
              footer={
                <Button variant="default" onClick={() => toast.success('Updated successfully')}>
                  Save
                </Button>
              }
            >
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label="City" defaultValue="Omaha" autoComplete="off" />
                <TextInput label="State" defaultValue="NE" autoComplete="off" />
              </SimpleGrid>
            </Section>
            <Section title="Nothing here yet">
              <EmptyState
                order={3}
                icon={<IconInbox size={28} />}
                title="No applicants yet"
                action={
                  <Button variant="default" onClick={() => toast.info('An empty state leads on')}>
                    Share the job
                  </Button>
                }
              >
                New applicants appear here automatically.
              </EmptyState>
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 4 }}>
          <Stack gap="lg">
            <Section title="Loading">
              <Loading />
            </Section>
            <Section title="Loaders" description="Pulsing, infinite and converging; small, medium and large.">
              <Loaders />
            </Section>
            <Section title="Error">
              <ErrorState error={new Error(`Connection lost (try ${tries})`)} onRetry={() => setTries(tries + 1)} />
            </Section>
            <Section title="Beside the main column">
              <Group gap="xs">
                <Text size="sm" c="dimmed">
                  Supporting information that isn’t needed to act.
                </Text>
              </Group>
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

const sizes = ['small', 'medium', 'large'] as const;
const loaders = { Pulsing: PulsingLoader, Infinite: InfiniteSpinner, Converging: ConvergingSpinner };

function Loaders() {
  return (
    <Stack gap="lg">
      {Object.entries(loaders).map(([name, Loader]) => (
        <div key={name}>
          <Text size="sm" mb="xs">
            {name}
          </Text>
          <Group gap="xl" align="center">
            {sizes.map((size) => (
              <Loader key={size} size={size} />
            ))}
          </Group>
        </div>
      ))}
    </Stack>
  );
}
