import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type ChosenCompany, CompanySelect, companiesToPostFor } from '#web/impersonation/CompanySelect.tsx';
import { t } from '#web/texts/app.ts';
import { newJobPath } from './steps.ts';

/** Asks a user without a company which company a new job is for. `create` in the job list's URL opens the dialog. */
export function CompanyForJob() {
  const { create } = useSearch({ strict: false });
  return create ? <CompanyForJobDialog /> : null;
}

function CompanyForJobDialog() {
  const navigate = useNavigate();
  const [company, setCompany] = useState<ChosenCompany | null>(null);
  const close = () => void navigate({ to: '/company/jobs', replace: true });
  const submitCompany = (event: FormEvent) => {
    event.preventDefault();
    if (company) void navigate({ to: newJobPath, search: { company: company.id } });
  };
  return (
    <Modal opened onClose={close} title={t('common.chooseACompany')} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form onSubmit={submitCompany}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('jobs.savedAsUnpaidNote')}
          </Text>
          <CompanySelect value={company} onChange={setCompany} find={companiesToPostFor} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="orange" disabled={!company}>
              {t('common.continueButton')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
