import { Anchor, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { cityState } from '#shared/format.ts';
import { PlaceMap } from '#web/places/PlaceMap.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Facts } from './Facts.tsx';
import { placeOnMap } from './place-on-map.ts';
import type { JobDetail } from './queries.ts';

/** Where the job is, and where drivers read it. */
export function JobAddressSection({ job, action }: { job: JobDetail; action: ReactNode }) {
  const { id, street1, postalCode, status } = job;
  return (
    <Section title="Address" actions={action}>
      <Stack gap="md">
        <PlaceMap label={[street1, cityState(job)].filter(Boolean).join(', ')} places={[placeOnMap(job)]} />
        <Facts
          facts={[
            ['Street', street1],
            ['City', cityState(job)],
            ['ZIP code', postalCode],
            ['Public page', status === 'POSTED' ? <PublicLink key="link" id={id} /> : 'Available while the job is active'],
          ]}
        />
      </Stack>
    </Section>
  );
}

function PublicLink({ id }: { id: string }) {
  return (
    <Anchor href={`/jobs/${id}`} target="_blank" size="sm">
      View public page
    </Anchor>
  );
}
