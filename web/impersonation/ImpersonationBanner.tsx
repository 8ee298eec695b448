import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { countdown, fullName } from '#shared/format.ts';
import { errorText } from '#web/errors.ts';
import type { Me } from '#web/me.ts';
import { toast } from '#web/ui/toast.ts';
import { goToAdmin } from './act-as.ts';
import { ExpiredDialog } from './ExpiredDialog.tsx';
import styles from './ImpersonationBanner.module.css';
import { useTrip } from './trip.ts';
import { useCountdown } from './use-countdown.ts';

/** From here on the clock is red: there is time yet to finish what was begun. */
const lastSeconds = 60;

/** Stays in sight while an admin acts as somebody: as whom, for how long yet, and the way out (`ui: Frames`). */
export function ImpersonationBanner({ me }: { me: Me }) {
  const trip = useTrip();
  const seconds = useCountdown(trip?.endsAt ?? 0);
  const leaving = useMutation({ mutationFn: goToAdmin, onError: (error) => toast.error(errorText(error)) });
  if (!me.impersonatorId) return null;
  const name = fullName(me);
  if (seconds === 0) return <ExpiredDialog name={name} />;
  return (
    <section className={styles.banner} aria-label="Impersonation" data-acting>
      <Text size="sm" truncate className={styles.whom}>
        <span className={styles.lead}>Acting as </span>
        <strong>{name}</strong>
        {me.companyName ? ` · ${me.companyName}` : null}
      </Text>
      <Text
        component="span"
        size="sm"
        fw={650}
        c={seconds <= lastSeconds ? 'var(--mantine-color-error)' : undefined}
        className="tabular"
        role="timer"
        aria-label="Time left"
      >
        {countdown(seconds)}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={leaving.isPending || leaving.isSuccess}
        onClick={() => leaving.mutate()}
      >
        Exit
      </Button>
    </section>
  );
}
