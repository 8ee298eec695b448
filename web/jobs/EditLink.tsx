import { Button } from '@mantine/core';
import { IconMapPin, IconPencil, IconStars } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

const pages = {
  'job-content': { to: '/company/jobs/$id/job-content', label: 'Edit job', Icon: IconPencil },
  addons: { to: '/company/jobs/$id/addons', label: 'Edit add-ons', Icon: IconStars },
  address: { to: '/company/jobs/$id/address', label: 'Change location', Icon: IconMapPin },
} as const;

/** From a part of the job's page to where that part is changed. */
export function EditLink({ id, what }: { id: string; what: keyof typeof pages }) {
  const { to, label, Icon } = pages[what];
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon size={14} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={to} params={{ id }} />}
    >
      {label}
    </Button>
  );
}
