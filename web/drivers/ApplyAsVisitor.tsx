import { Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { DriverForm } from '#shared/drivers/driver.ts';
import { CodeSteps } from '#web/auth/CodeSteps.tsx';
import { forgetRequestedCode, offersTexts, signUpWithCode, useRequestedCode } from '#web/auth/sign-in-code.ts';
import { RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { rich, t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { ApplyPage } from './ApplyPage.tsx';
import { JobSummary } from './JobSummary.tsx';
import type { PublicJob } from './queries.ts';

/**
 * `/apply/{id}` without an account: a code proves the email address or phone number, and sending the application creates the account
 * (`docs/product/drivers.md#applying-without-an-account`). Someone with an account is signed in by the code.
 */
export function ApplyAsVisitor({ job }: { job: PublicJob }) {
  const router = useRouter();
  const requested = useRequestedCode();
  /** Stays after the account was created, so that the form stays until the application is sent. */
  const [newAddress, setNewAddress] = useState(requested?.isProved ? requested.address : null);
  const path = `/apply/${job.id}`;
  const startOver = () => {
    forgetRequestedCode();
    setNewAddress(null);
  };
  if (newAddress !== null) {
    const createAccount = async ({ firstName, lastName, email, phone }: DriverForm) => {
      const outcome = await signUpWithCode({ firstName, lastName, email, phone }, path);
      if (outcome !== 'expired' && outcome.redirect === path) return;
      // The draft keeps what was typed for the time after the new code or the second step.
      const problem = t(outcome === 'expired' ? 'signUp.codeTicketEnded' : 'errors.secondFactorRequired');
      if (outcome === 'expired') startOver();
      else router.history.push(outcome.redirect);
      toast.error(problem);
      throw new Error(problem);
    };
    const newAccount = { address: newAddress, create: createAccount, onStartOver: startOver };
    return <ApplyPage job={job} profile={null} newAccount={newAccount} />;
  }
  return (
    <Stack gap="lg">
      <PageHeader
        title={t('common.apply')}
        description={offersTexts() ? t('driver.applyWithAnyCodeHint') : t('driver.applyWithCodeHint')}
      />
      <JobSummary job={job} />
      <Section>
        <CodeSteps
          next={path}
          submitLabel={t('common.continueButton')}
          onSignedIn={(redirect) => (redirect === path ? router.invalidate() : router.history.push(redirect))}
          onNew={setNewAddress}
        />
      </Section>
      <Text size="sm">
        {rich('driver.signInInstead', {
          link: (content) => (
            <RouterAnchor to="/login" search={{ next: path }}>
              {content}
            </RouterAnchor>
          ),
        })}
      </Text>
    </Stack>
  );
}
