import { SegmentedControl } from '@mantine/core';
import type { InvoiceView } from '#shared/billing/invoices.ts';
import { readView } from './invoice-view.ts';

const choices = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'void', label: 'Voided' },
];

type Props = { view: InvoiceView | undefined; onView: (next: InvoiceView | undefined) => void };

export function InvoiceViews({ view, onView }: Props) {
  return (
    <SegmentedControl
      aria-label="Filter by status"
      data={choices}
      value={view ?? 'all'}
      onChange={(next) => onView(readView(next))}
    />
  );
}
