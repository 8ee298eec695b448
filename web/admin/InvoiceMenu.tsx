import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCheck, IconDots, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type Invoice, saveReceipt } from '#web/settings/queries.ts';
import { PaidDialog } from './PaidDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { VoidDialog } from './VoidDialog.tsx';

const size = 16;

/** What an administrator does with an invoice; what its state does not allow is not offered. */
export function InvoiceMenu({ invoice }: { invoice: Invoice }) {
  const { invoiceCustomId: number, status, amount, refunded, paymentMethod, refunds } = invoice;
  const [open, setOpen] = useState<'paid' | 'void' | 'refund' | null>(null);
  const close = () => setOpen(null);
  const isUnderWay = refunds.some((refund) => refund.status === 'pending');
  const isCredit = paymentMethod === 'CONTRACT';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${number}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={size} aria-hidden />} onClick={() => void saveReceipt(number)}>
            {status === 'paid' ? 'Download receipt' : 'Download invoice'}
          </Menu.Item>
          {status === 'open' ? (
            <Menu.Item leftSection={<IconCheck size={size} aria-hidden />} onClick={() => setOpen('paid')}>
              Mark paid
            </Menu.Item>
          ) : null}
          {status !== 'void' && refunded < amount ? (
            <Menu.Item
              leftSection={<IconArrowBackUp size={size} aria-hidden />}
              disabled={isUnderWay}
              onClick={() => setOpen('refund')}
            >
              {isUnderWay ? 'Refund in progress' : isCredit ? 'Credit' : 'Refund'}
            </Menu.Item>
          ) : null}
          {status === 'open' ? (
            <Menu.Item color="red" leftSection={<IconBan size={size} aria-hidden />} onClick={() => setOpen('void')}>
              Void
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <PaidDialog invoice={invoice} isOpen={open === 'paid'} onClose={close} />
      <VoidDialog invoice={invoice} isOpen={open === 'void'} onClose={close} />
      <RefundDialog invoice={invoice} isOpen={open === 'refund'} onClose={close} />
    </>
  );
}
