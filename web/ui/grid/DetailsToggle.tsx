import { ActionIcon } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import classes from './DataGrid.module.css';

type Props = { name: string; isOpen: boolean; onToggle: () => void };

/** Opens and closes the details of one row, in the table and on the phone's card alike. */
export function DetailsToggle({ name, isOpen, onToggle }: Props) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={`Details of ${name}`} aria-expanded={isOpen} onClick={onToggle}>
      <IconChevronRight size={16} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
    </ActionIcon>
  );
}
