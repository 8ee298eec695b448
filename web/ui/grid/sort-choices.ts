import { ordersOf, sortOf } from './grid-state.ts';

type Column = { id: string; header: string; isSortable?: boolean };

/** What a list without headings offers to sort by: each column both ways, as the URL writes it. */
export function sortChoices(columns: readonly Column[]): { value: string; label: string }[] {
  return columns
    .filter((column) => column.isSortable)
    .flatMap(({ id, header }) => [
      { value: id, label: `${header}, ascending` },
      { value: `-${id}`, label: `${header}, descending` },
    ]);
}

/** The choice that holds now: the first of the orders. */
export function chosenSort(sort: string | undefined): string | null {
  return sortOf(ordersOf(sort).slice(0, 1)) ?? null;
}
