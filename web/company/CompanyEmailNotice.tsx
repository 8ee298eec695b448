import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Company, useResendCompanyEmail, useUpdateCompany } from './queries.ts';
import { toast } from '#web/ui/toast.ts';

type Props = { company: Company; companyId: string | undefined; mayEdit: boolean };

/**
 * Says that the company's address is pending or unverified, with buttons to send the link again and to cancel a change
 * (`docs/product/companies.md#company-email`).
 */
export function CompanyEmailNotice({ company, companyId, mayEdit }: Props) {
  const resend = useResendCompanyEmail();
  const update = useUpdateCompany();
  const { email, emailToVerify, emailVerified } = company;
  const dropping = useMutation({
    mutationFn: () => update.mutateAsync({ companyId, emailToVerify: null }),
    onSuccess: () => toast.success('Company email not changed'),
    onError: (error) => toast.error(error),
  });
  const waiting = emailToVerify ?? (emailVerified ? null : email);
  if (!waiting) return null;
  const send = () =>
    resend.mutate(companyId ? { companyId } : undefined, {
      onSuccess: () => toast.success(`We sent a new link to ${waiting}. It expires in 24 hours.`),
      onError: (error) => toast.error(error),
    });
  return (
    <Alert color="amber" title={emailToVerify ? 'Verify the new company email' : 'Verify your company email'}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {emailToVerify ? (
          <>
            We sent a link to <strong>{emailToVerify}</strong>. Until it’s opened, we’ll keep sending invoices and receipts to{' '}
            {email}.
          </>
        ) : (
          <>
            Invoices and receipts go to <strong>{email}</strong>. Open the link we sent there to verify it.
          </>
        )}
      </Text>
      {mayEdit ? (
        <Group gap="sm" mt="sm">
          <Button size="xs" variant="default" loading={resend.isPending} onClick={send}>
            Send again
          </Button>
          {emailToVerify ? (
            <Button size="xs" variant="subtle" loading={dropping.isPending} onClick={() => dropping.mutate()}>
              Cancel change
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Alert>
  );
}
