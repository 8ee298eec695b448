import { Anchor, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { companyQuery } from '#web/company/queries.ts';
import { rich } from '#web/texts/app.ts';
import { CompanyStatusBadge } from '#web/ui/EntityStatus.tsx';

/** Names the company whose settings or jobs an administrator opened, with a link back to the company list. */
export function CompanyBreadcrumb({ companyId }: { companyId: string }) {
  const { data: company } = useQuery(companyQuery(companyId));
  return (
    <Group gap="xs">
      <Anchor component={Link} to="/admin/company-list" size="sm" fw={500}>
        <Group gap={4} component="span" wrap="nowrap">
          {rich('company.companyList', { iconArrowLeft: () => <IconArrowLeft size={16} aria-hidden /> })}
        </Group>
      </Anchor>
      {company ? (
        <>
          <Text span size="sm" c="dimmed" aria-hidden>
            /
          </Text>
          <Anchor
            size="sm"
            fw={600}
            renderRoot={(props) => <Link {...props} to="/admin/companies/$id" params={{ id: company.id }} />}
          >
            {company.companyName}
          </Anchor>
          <CompanyStatusBadge status={company.status} />
        </>
      ) : null}
    </Group>
  );
}
