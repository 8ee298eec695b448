import { Button, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { number } from '#shared/format.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';

const route = getRouteApi('/_gallery/redux-example');

/** Two separate components share one number through the URL. */
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

function Draft() {
  const [rate, setRate] = useLocalStorage<string | number>({ key: 'galleryRate', defaultValue: '' });
  return (
    <Section title="A draft" description="Saved in this browser until it’s sent. It survives a reload.">
      <NumberInput
        label="Cents per mile"
        value={rate}
        onChange={setRate}
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
