import { Stack, Text, Button, Center, Title, Alert } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { invoiceDueDays } from '#shared/billing/pricing.ts';
import type { BillingType } from '#shared/catalogues.ts';
import { companyQuery } from '#web/company/queries.ts';
import { UnverifiedNotice } from '#web/layouts/UnverifiedNotice.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { rich, t } from '#web/texts/app.ts';
import { PulsingLoader } from '#web/ui/Loading.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { PayByCard } from './PayByCard.tsx';
import type { Phase, PaymentSource } from './use-payment.ts';

/** The text for each phase of a payment, shown while the user waits. */
const phaseTexts: Readonly<Record<Phase, string>> = {
  checkingCard: t('checkout.checkingYourCard'),
  savingCard: t('checkout.savingYourCard'),
  uploadingVideo: t('checkout.uploadingYourVideo'),
  placingOrder: t('checkout.savingYourJob'),
  charging: t('checkout.chargingYourCard'),
  waiting: t('checkout.retryingPaymentService'),
};

type Props = {
  payment: {
    phase: Phase | null;
    setPhase: (phase: Phase | null) => void;
    /** Why the last attempt failed. */
    failure: string | null;
    pay: (source: PaymentSource) => Promise<void>;
  };
  billingType: BillingType;
  total: number;
  /** For companies that pay by invoice: the button's label and the sentence about what happens next. */
  invoiceTexts: { label: string; afterPayment: string };
};

/** Pays by card or invoice and shows the result of the last attempt. */
export function PaySection({ payment, billingType, total, invoiceTexts }: Props) {
  const me = useMe();
  const { data: company } = useSuspenseQuery(companyQuery());
  const { phase, setPhase, failure, pay } = payment;
  const buttonProps = { isBusy: phase !== null, isDisabled: !me.emailVerified };
  return (
    <Section title={t('common.paymentMethod')}>
      <Stack gap="md">
        {me.emailVerified ? null : (
          <UnverifiedNotice
            me={me}
            title={t('checkout.postingNeedsVerifiedEmail')}
            text={t('checkout.verificationLinkSent', { email: me.email })}
          />
        )}
        <PaymentFailure failure={failure} />
        {billingType === 'invoice' ? (
          <PayOnInvoice {...buttonProps} {...invoiceTexts} total={total} email={company.email} onPay={() => pay(null)} />
        ) : (
          <PayByCard
            {...buttonProps}
            me={me}
            total={total}
            isRetry={failure !== null}
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

type PayOnInvoiceProps = {
  total: number;
  email: string;
  isBusy: boolean;
  isDisabled: boolean;
  label: string;
  /** The sentence about what happens next. */
  afterPayment: string;
  onPay: () => Promise<void>;
};

/** A company that pays by invoice orders now and pays when the invoice is due. */
function PayOnInvoice({ total, email, isBusy, isDisabled, label, afterPayment, onPay }: PayOnInvoiceProps) {
  return (
    <Stack gap="md">
      <Text>
        {rich('checkout.invoiceByEmailNote', {
          money: () => <Money dollars={total} />,
          email,
          invoiceDueDays,
          follows: afterPayment,
        })}
      </Text>
      <Button color="orange" size="md" fullWidth loading={isBusy} disabled={isDisabled} onClick={() => void onPay()}>
        {label}
      </Button>
    </Stack>
  );
}

/** Shown while the outcome of a charge is unknown. The user can only wait or leave. */
export function ProcessingPayment() {
  return (
    <Center py="xl">
      <Stack align="center" gap="sm" maw="28rem" ta="center" component="output">
        <PulsingLoader size="large" />
        <Title order={2} size="h3">
          {t('checkout.paymentProcessingTitle')}
        </Title>
        <Text c="dimmed" size="sm">
          {t('checkout.paymentProcessingHint')}
        </Text>
        <Button variant="default" component={Link} to="/company/jobs">
          {t('checkout.goToJobList')}
        </Button>
      </Stack>
    </Center>
  );
}

/** Says why a payment failed. Renders nothing if `failure` is null. */
export function PaymentFailure({ failure }: { failure: string | null }) {
  return failure ? (
    <Alert color="red" role="alert" title={t('common.paymentFailed')}>
      {failure}
    </Alert>
  ) : null;
}
