import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Me } from '#web/me.ts';
import styles from './CompanyPicker.module.css';
import { PickerDialog } from './PickerDialog.tsx';
import { useTrip } from '#web/trip.ts';

/** Which admin chose to stay in the company portal alone, remembered for the tab. */
const aloneKey = 'companyPickerClosed';

const toCreate = {
  reason: 'Jobs are posted for a company. Choose the company and user.',
  landing: '/company/jobs/new',
};

/**
 * The admins' way into a company, in the top bar; it opens by itself for who comes without one (`spec: access §4`). Screens
 * that the company list leads to name theirs in the address. Who wants to create a job without one is asked here, too.
 */
export function CompanyPicker({ me }: { me: Me }) {
  const trip = useTrip();
  const isActing = me.impersonatorId !== null;
  const navigate = useNavigate();
  const { company: named, create } = useSearch({ strict: false });
  const isCreating = Boolean(create) && !isActing;
  const isNamed = Boolean(named);
  const [isOpen, setOpen] = useState(!isActing && !isNamed && sessionStorage.getItem(aloneKey) !== me.id);
  const [times, setTimes] = useState(0);
  // The top bar names the company already.
  const label = isActing ? 'Change company' : 'Select company';
  const open = () => {
    setTimes(times + 1);
    setOpen(true);
  };
  const close = () => {
    if (!isActing) sessionStorage.setItem(aloneKey, me.id);
    setOpen(false);
    if (isCreating) void navigate({ to: '/company/jobs', search: { company: named }, replace: true });
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={styles.picker}
        leftSection={<IconBuilding size="1rem" aria-hidden />}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={open}
      >
        <span className={styles.name}>{label}</span>
      </Button>
      <PickerDialog
        key={`${times} ${isCreating}`}
        isOpen={isOpen || isCreating}
        company={trip && { id: trip.companyId, name: trip.companyName }}
        onClose={close}
        purpose={isCreating ? toCreate : undefined}
      />
    </>
  );
}
