import { Button, Stack, Text } from '@mantine/core';
import { invoiceDueDays } from '#shared/billing/pricing.ts';
import { Money } from '#web/ui/Values.tsx';

type Props = {
  total: number;
  email: string;
  isBusy: boolean;
  isDisabled: boolean;
  label: string;
  /** The sentence that says what happens next. */
  follows: string;
  onPay: () => Promise<void>;
};

/** A company that pays by invoice buys now and pays when the invoice is due. */
export function PayOnInvoice({ total, email, isBusy, isDisabled, label, follows, onPay }: Props) {
  return (
    <Stack gap="md">
      <Text>
        We’ll email an invoice for <Money dollars={total} /> to {email}. It’s due in {invoiceDueDays} days. {follows}
      </Text>
      <Button color="orange" size="md" fullWidth loading={isBusy} disabled={isDisabled} onClick={() => void onPay()}>
        {label}
      </Button>
    </Stack>
  );
}
