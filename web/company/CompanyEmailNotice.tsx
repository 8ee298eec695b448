import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { rich, t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { type Company, useResendCompanyEmail, useUpdateCompany } from './queries.ts';

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
    onSuccess: () => toast.success(t('company.companyEmailChangeCanceled')),
    onError: (error) => toast.error(error),
  });
  const unverifiedEmail = emailToVerify ?? (emailVerified ? null : email);
  if (!unverifiedEmail) return null;
  const send = () =>
    resend.mutate(companyId ? { companyId } : undefined, {
      onSuccess: () => toast.success(t('company.verificationLinkResent', { waiting: unverifiedEmail })),
      onError: (error) => toast.error(error),
    });
  return (
    <Alert color="amber" title={emailToVerify ? t('company.verifyNewCompanyEmail') : t('common.verifyCompanyEmail')}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {emailToVerify ? (
          <>{rich('company.companyEmailChangePending', { emailToVerify, b: (content) => <strong>{content}</strong>, email })}</>
        ) : (
          <>{rich('company.companyEmailUnverified', { email, b: (content) => <strong>{content}</strong> })}</>
        )}
      </Text>
      {mayEdit ? (
        <Group gap="sm" mt="sm">
          <Button size="xs" variant="default" loading={resend.isPending} onClick={send}>
            {t('common.sendAgain')}
          </Button>
          {emailToVerify ? (
            <Button size="xs" variant="subtle" loading={dropping.isPending} onClick={() => dropping.mutate()}>
              {t('common.cancelChange')}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Alert>
  );
}
