import { Anchor, Box, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { waitingChecksQuery } from '#web/company/page-queries.ts';
import { t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';

/** The companies whose USDOT number waits for an administrator. Nothing if there are none. */
export function WaitingCarriers() {
  const { data } = useQuery(waitingChecksQuery());
  if (!data || data.items.length === 0) return null;
  return (
    <Box mb="md">
      <Section
        title={t('companyPage.waitingTitle', { count: data.pagination.total })}
        description={t('companyPage.waitingExplained')}
      >
        <List size="sm" spacing="xs">
          {data.items.map(({ id, companyName, check }) => (
            <List.Item key={id}>
              <Anchor size="sm" fw={550} renderRoot={(props) => <Link {...props} to="/admin/companies/$id" params={{ id }} />}>
                {companyName}
              </Anchor>
              {` · USDOT ${check.usdotNumber} · ${check.carrier.legalName}`}
            </List.Item>
          ))}
        </List>
      </Section>
    </Box>
  );
}
