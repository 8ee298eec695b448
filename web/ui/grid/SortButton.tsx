import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { type GridSearch, ordersOf, sortOf } from './grid-state.ts';
import { t } from '#web/texts/app.ts';

type Column = { id: string; header: string; isSortable?: boolean };
type Props = { columns: readonly Column[]; search: GridSearch; onSearch: (next: GridSearch) => void };

/** The order of a list behind one button, for a header outside the list. */
export function SortButton({ columns, search, onSearch }: Props) {
  const chosen = chosenSort(search.sort);
  const change = (sort: string) => onSearch({ ...search, page: undefined, sort: sort || undefined });
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <ActionIcon
          variant={chosen ? 'light' : 'default'}
          color={chosen ? 'orange' : undefined}
          size="input-sm"
          aria-label={t('list.sort')}
        >
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen ?? ''} onChange={change}>
          <Menu.RadioItem value="">{t('list.defaultOrder')}</Menu.RadioItem>
          {sortChoices(columns).map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The sort options of a list without headers: each column in both directions, as in the URL. */
export function sortChoices(columns: readonly Column[]): { value: string; label: string }[] {
  return columns
    .filter((column) => column.isSortable)
    .flatMap(({ id, header }) => [
      { value: id, label: t('list.headerAscending', { header }) },
      { value: `-${id}`, label: t('list.headerDescending', { header }) },
    ]);
}

/** The current option: the first of the orders. */
export function chosenSort(sort: string | undefined): string | null {
  return sortOf(ordersOf(sort).slice(0, 1)) ?? null;
}
