import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '#web/texts/app.ts';
import { companiesOfPersonQuery } from './queries.ts';

/** Above a list of drivers or admins: the companies of the person with the searched email, because the list has no company users. */
export function CompaniesOfPerson({ words }: { words: string }) {
  const { data } = useQuery(companiesOfPersonQuery(words));
  if (!words.includes('@') || !data || data.items.length === 0) return null;
  return (
    <Alert
      color="navy"
      icon={<IconBuilding size={18} aria-hidden />}
      title={t('admin.companiesOfPerson', { email: words })}
      mb="md"
    >
      <Stack gap={4}>
        {data.items.map(({ id, companyName }) => (
          <Text key={id} size="sm">
            <Anchor inherit renderRoot={(props) => <Link {...props} to="/admin/company-list" search={{ q: words }} />}>
              {companyName}
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
