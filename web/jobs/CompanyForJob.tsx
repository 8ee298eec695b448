import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { newJobPath } from './steps.ts';
import { type ChosenCompany, CompanySelect } from '#web/impersonation/CompanySelect.tsx';
import { companiesToPostFor } from '#web/impersonation/queries.ts';

/** Asks a person without a company which company a new job is for. `create` in the URL of the job list opens it. */
export function CompanyForJob() {
  const { create } = useSearch({ strict: false });
  return create ? <CompanyForJobDialog /> : null;
}

function CompanyForJobDialog() {
  const navigate = useNavigate();
  const [company, setCompany] = useState<ChosenCompany | null>(null);
  const close = () => void navigate({ to: '/company/jobs', replace: true });
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (company) void navigate({ to: newJobPath, search: { company: company.id } });
  };
  return (
    <Modal opened onClose={close} title="Choose a company" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={goOn}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            The job is saved to this company as unpaid. Someone at the company reviews it and pays for it.
          </Text>
          <CompanySelect value={company} onChange={setCompany} find={companiesToPostFor} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="orange" disabled={!company}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
