import { Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { BillingType } from '#shared/catalogues.ts';
import { UnverifiedNotice } from '#web/auth/UnverifiedNotice.tsx';
import { companyQuery } from '#web/company/queries.ts';
import { Section } from '#web/ui/Section.tsx';
import { useMe } from '#web/use-me.ts';
import type { Phase } from './pay-order.ts';
import { PayByCard } from './PayByCard.tsx';
import { PaymentFailure } from './PaymentFailure.tsx';
import { PayOnInvoice } from './PayOnInvoice.tsx';
import { phaseTexts } from './phase-texts.ts';
import type { Means } from './use-payment.ts';

type Props = {
  payment: {
    phase: Phase | null;
    setPhase: (phase: Phase | null) => void;
    /** Why the last attempt failed. */
    failure: string | null;
    pay: (means: Means) => Promise<void>;
  };
  billingType: BillingType;
  total: number;
  /** The button's words and what comes of it, where the company pays on invoice. */
  onInvoice: { label: string; follows: string };
};

/** How it is paid, by card or on invoice, and what became of the last attempt. */
export function PaySection({ payment, billingType, total, onInvoice }: Props) {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery());
  const { phase, setPhase, failure, pay } = payment;
  const buttons = { isBusy: phase !== null, isDisabled: !me.emailVerified };
  return (
    <Section title="Payment method">
      <Stack gap="md">
        {me.emailVerified ? null : (
          <UnverifiedNotice
            me={me}
            title="Verify your email to post this job"
            text={`We sent a link to ${me.email}. Open the link, then come back. Your job is saved here.`}
          />
        )}
        <PaymentFailure failure={failure} />
        {billingType === 'CONTRACT' ? (
          <PayOnInvoice {...buttons} {...onInvoice} total={total} email={company.email} onPay={() => pay(null)} />
        ) : (
          <PayByCard
            {...buttons}
            me={me}
            total={total}
            isAgain={failure !== null}
            onChecking={(isChecking) => setPhase(isChecking ? 'checkingCard' : null)}
            onPay={pay}
          />
        )}
        <Text size="sm" c="dimmed" component="output">
          {phase ? `${phaseTexts[phase]}…` : null}
        </Text>
      </Stack>
    </Section>
  );
}
