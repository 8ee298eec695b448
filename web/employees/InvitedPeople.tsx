import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { roleLabels } from '#shared/access/authority.ts';
import { fullName } from '#shared/format.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { EmailText, DateText } from '#web/ui/Values.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';

import { invitationsQuery, type InvitedPerson, useInviteAgain, useWithdrawInvitation } from './queries.ts';

/** Those who have an account already, such as a driver's, and have not said yes; nothing where there are none. */
export function InvitedPeople({ companyId }: { companyId: string | undefined }) {
  const { data: people = [], error, refetch, isFetching } = useQuery(invitationsQuery(companyId));
  if (people.length === 0 && !error) return null;
  return (
    <Box mt="lg">
      <Section title="Invited" description="They already have an account. They’ll join when they accept the email invitation.">
        {error && people.length === 0 ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : null}
        <Stack gap="sm" component="ul" m={0} p={0}>
          {people.map((person) => (
            <Invited key={person.id} person={person} companyId={companyId} />
          ))}
        </Stack>
      </Section>
    </Box>
  );
}

function Invited({ person, companyId }: { person: InvitedPerson; companyId: string | undefined }) {
  const again = useInviteAgain();
  const withdraw = useWithdrawInvitation();
  const { id, email, role, createdAt, isOver } = person;
  const name = fullName(person);
  const asked = { id, companyId };
  const onError = (error: unknown) => toast.error(error);
  const { ask, dialog } = useConfirm();
  const askAndWithdraw = async () => {
    const isSure = await ask({
      title: `Withdraw invitation for ${name}?`,
      message: 'The link in the email stops working right away. You can invite them again.',
      confirmLabel: 'Withdraw',
      cancelLabel: 'Keep invitation',
      isDestructive: true,
    });
    if (isSure) withdraw.mutate(asked, { onSuccess: () => toast.success(`Invitation withdrawn for ${name}`), onError });
  };
  return (
    <Group component="li" justify="space-between" gap="sm" style={{ listStyle: 'none' }}>
      <Box flex="1 1 14rem" miw={0}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {name}
          </Text>
          <StatusBadge label={isOver ? 'Expired' : 'Invited'} />
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <EmailText email={email} />, {roleLabels[role]}, invited <DateText value={createdAt} />
          {isOver ? '. The link has expired. Send it again.' : null}
        </Text>
      </Box>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={again.isPending}
          aria-label={`Send again to ${name}`}
          onClick={() => again.mutate(asked, { onSuccess: () => toast.success(`Invitation sent to ${email}`), onError })}
        >
          Send again
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          loading={withdraw.isPending}
          aria-label={`Withdraw invitation for ${name}`}
          onClick={() => void askAndWithdraw()}
        >
          Withdraw
        </Button>
      </Group>
      {dialog}
    </Group>
  );
}
