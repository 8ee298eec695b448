import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

/** Says that the list is of one company only, and shows all again. */
export function OneCompany({ name, onAll }: { name: string | undefined; onAll: () => void }) {
  return (
    <Button variant="light" color="navy" size="compact-md" rightSection={<IconX size={14} aria-hidden />} onClick={onAll}>
      {name ? `Only ${name}` : 'Only one company'}: show all
    </Button>
  );
}
