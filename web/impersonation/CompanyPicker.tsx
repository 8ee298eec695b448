import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Me } from '#web/me.ts';
import styles from './CompanyPicker.module.css';
import { PickerDialog } from './PickerDialog.tsx';
import { useTrip } from '#web/trip.ts';
import { t } from '#web/texts/app.ts';

/** Remembers for the tab that an administrator closed the picker to work without a company. */
const aloneKey = 'companyPickerClosed';

const toCreate = {
  reason: t('admin.jobsPostedCompanyChooseCompany'),
  landing: '/company/jobs/new',
};

/**
 * The company picker for administrators, in the top bar. It opens automatically for an administrator without a company
 * (`docs/product/access.md#impersonation`). Screens reached from the company list name their company in the URL. Creating a
 * job without a company also opens it.
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
  // The top bar already names the company.
  const label = isActing ? t('admin.changeCompany') : t('admin.selectCompany');
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
