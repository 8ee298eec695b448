import { Button, Stack, Text } from '@mantine/core';
import { invoiceDueDays } from '#shared/pricing.ts';
import { Money } from '#web/ui/Values.tsx';

type Props = { total: number; email: string; isBusy: boolean; isDisabled: boolean; onPay: () => Promise<void> };

/** Companies on terms are invoiced: the jobs are up at once and the invoice is due later. */
export function PayOnInvoice({ total, email, isBusy, isDisabled, onPay }: Props) {
  return (
    <Stack gap="md">
      <Text>
        Your company pays by invoice. An invoice over <Money dollars={total} /> goes to {email} and is due in {invoiceDueDays}{' '}
        days. Your jobs are posted at once.
      </Text>
      <Button color="orange" size="md" fullWidth loading={isBusy} disabled={isDisabled} onClick={() => void onPay()}>
        Post on invoice
      </Button>
    </Stack>
  );
}
