import { Button, Text, Alert, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { countdown, fullName } from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import { useImpersonation } from '#web/session/impersonation-state.ts';
import { goToAdmin, renewImpersonation } from '#web/signed-in/impersonate.ts';
import type { Me } from '#web/signed-in/me.ts';
import { rich, t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import styles from './impersonation.module.css';

/** The countdown is red in the last minute, which leaves time to finish. */
const lastSeconds = 60;

/**
 * Shows the impersonated person, the remaining time and a button to leave, as long as the impersonation lasts
 * (`docs/product/access.md#impersonation`).
 */
export function ImpersonationBanner({ me }: { me: Me }) {
  const impersonation = useImpersonation();
  const seconds = useCountdown(impersonation?.endsAt ?? 0);
  const leaveMutation = useMutation({ mutationFn: goToAdmin, onError: (error) => toast.error(errorText(error)) });
  if (!me.impersonatorId) return null;
  const name = fullName(me);
  if (seconds === 0) return <ExpiredDialog name={name} />;
  return (
    <section className={styles.banner} aria-label={t('admin.impersonation')} data-acting>
      <Text size="sm" truncate className={styles.whom}>
        {rich('admin.actingAsPerson', {
          person: name,
          hasCompany: String(me.companyName !== null),
          company: me.companyName ?? '',
          lead: (content) => <span className={styles.lead}>{content}</span>,
          b: (content) => <strong>{content}</strong>,
        })}
      </Text>
      <Text
        component="span"
        size="sm"
        fw={650}
        c={seconds <= lastSeconds ? 'var(--mantine-color-error)' : undefined}
        className="tabular"
        role="timer"
        aria-label={t('admin.timeLeft')}
      >
        {countdown(seconds)}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={leaveMutation.isPending || leaveMutation.isSuccess}
        onClick={() => leaveMutation.mutate()}
      >
        {t('admin.exit')}
      </Button>
    </section>
  );
}

/** When the time is up, the administrator must choose Renew or Leave (`docs/product/access.md#impersonation`). */
function ExpiredDialog({ name }: { name: string }) {
  const renewal = useMutation({ mutationFn: renewImpersonation });
  const leaveMutation = useMutation({ mutationFn: goToAdmin });
  const isBusy = renewal.isPending || leaveMutation.isPending || leaveMutation.isSuccess;
  const failure = renewal.error ?? leaveMutation.error;
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t('errors.impersonationExpired')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text size="sm" c="dimmed">
        {t('admin.impersonationEnded', { name })}
      </Text>
      {failure ? (
        <Alert color="red" role="alert" mt="sm">
          {errorText(failure)}
        </Alert>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button
          variant="default"
          disabled={renewal.isPending}
          loading={leaveMutation.isPending}
          onClick={() => leaveMutation.mutate()}
        >
          {t('common.leave')}
        </Button>
        <Button color="orange" data-autofocus loading={renewal.isPending} disabled={isBusy} onClick={() => renewal.mutate()}>
          {t('common.renew')}
        </Button>
      </Group>
    </Modal>
  );
}

/** Counts down the whole seconds until `endsAt` by the browser's clock, and stays at 0. */
function useCountdown(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 250);
    // Browsers slow down the timers of hidden tabs, so the time is updated when the tab is shown again.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [endsAt]);
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
