import { ActionIcon, Menu, Button, Group, Modal, Stack, Text, TextInput, Radio } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCheck, IconDots, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type Invoice, saveReceipt, useUpdateInvoice, useRefund } from '#web/billing/queries.ts';
import { money } from '#shared/format.ts';
import { paidFormSchema, voidFormSchema, refundFormSchema } from '#shared/billing/invoices.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';
import { methodOf } from '#web/billing/invoice-columns.tsx';
import { MoneyInput } from '#web/ui/form/MoneyInput.tsx';

/** An empty amount. */
const nothing = '' as unknown as number;

type RefundDialogProps = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Refunds the rest of an invoice or a part of it, to the card or as a credit on terms. */
function RefundDialog({ invoice, isOpen, onClose }: RefundDialogProps) {
  const title = `${invoice.paymentMethod === 'invoice' ? 'Credit' : 'Refund'} ${invoice.invoiceCustomId}`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <RefundForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function RefundForm({ invoice, onClose }: Omit<RefundDialogProps, 'isOpen'>) {
  const { invoiceCustomId: id, companyName, amount: billed, refunded, status, paymentMethod } = invoice;
  const left = Math.round((billed - refunded) * 100) / 100;
  const isCredit = paymentMethod === 'invoice';
  const mayAll = status === 'paid';
  const [isAll, setAll] = useState(mayAll);
  const form = useSchemaForm(refundFormSchema, {
    initialValues: { amount: mayAll ? left : nothing, reason: '' },
  });
  const refund = useRefund();
  const done = (after: Invoice) => {
    const made = after.refunds.at(-1);
    if (made?.status === 'pending') toast.info('Refund scheduled. It will process once the payment settles.');
    else if (made?.status === 'failed')
      toast.error(new Error(made.failure ?? 'The payment service refused the refund'), 'Refund failed');
    else toast.success(`${money(made?.amount ?? 0)} ${isCredit ? 'credited' : 'refunded'}`);
    onClose();
  };
  return (
    <Form
      form={form}
      label={isCredit ? 'Credit' : 'Refund'}
      onSubmit={async ({ amount, reason }) => {
        done(await refund.mutateAsync({ id, amount: isAll ? left : amount, reason, refunded }));
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {isCredit
            ? `${companyName} will be credited. Return any money already paid outside Haulboard.`
            : `We’ll refund the company’s ${methodOf(invoice)}.`}{' '}
          We’ll email the company a receipt. Its jobs don’t change. You can’t undo this.
        </Text>
        {mayAll ? (
          <Radio.Group
            label="Amount to refund"
            value={isAll ? 'all' : 'part'}
            onChange={(value) => {
              setAll(value === 'all');
              form.setFieldValue('amount', value === 'all' ? left : nothing);
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="all" label={`Full amount (${money(left)})`} />
              <Radio value="part" label="Partial" />
            </Stack>
          </Radio.Group>
        ) : null}
        {isAll ? null : (
          <MoneyInput
            label="Amount"
            description={`Up to ${money(mayAll ? left : left - 0.01)}`}
            required
            key={form.key('amount')}
            {...form.getInputProps('amount')}
          />
        )}
        <TextInput
          label="Reason"
          description="Included in the email to the company"
          required
          maxLength={300}
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={refund.isPending}>
            {isAll ? `${isCredit ? 'Credit' : 'Refund'} ${money(left)}` : isCredit ? 'Credit' : 'Refund'}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

const size = 16;

/** What an administrator can do with an invoice. Actions that its status does not allow are not shown. */
export function InvoiceMenu({ invoice }: { invoice: Invoice }) {
  const { invoiceCustomId: number, status, amount, refunded, paymentMethod, refunds } = invoice;
  const [open, setOpen] = useState<'paid' | 'void' | 'refund' | null>(null);
  const close = () => setOpen(null);
  const isUnderWay = refunds.some((refund) => refund.status === 'pending');
  const isCredit = paymentMethod === 'invoice';
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

type Props = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Records that an open invoice was paid outside the product. */
function PaidDialog({ invoice, isOpen, onClose }: Props) {
  const title = `Mark ${invoice.invoiceCustomId} paid?`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <PaidForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function PaidForm({ invoice, onClose }: Omit<Props, 'isOpen'>) {
  const { invoiceCustomId: id, companyName, amount, refunded } = invoice;
  const form = useSchemaForm(paidFormSchema, { initialValues: { paymentReference: '' } });
  const update = useUpdateInvoice();
  return (
    <Form
      form={form}
      label="Mark paid"
      onSubmit={async ({ paymentReference }) => {
        await update.mutateAsync({ id, status: 'paid', paymentReference: paymentReference || null });
        toast.success(`${id} marked paid`);
        onClose();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {companyName} paid {money(amount - refunded)}. We’ll email the receipt to its billing address. You can’t undo this.
        </Text>
        <TextInput
          label="Payment reference"
          description="Check or transfer number. Shown on the receipt."
          maxLength={100}
          data-autofocus
          key={form.key('paymentReference')}
          {...form.getInputProps('paymentReference')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>Mark paid</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

type VoidDialogProps = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Voids an open invoice. */
function VoidDialog({ invoice, isOpen, onClose }: VoidDialogProps) {
  const title = `Void ${invoice.invoiceCustomId}?`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <VoidForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function VoidForm({ invoice, onClose }: Omit<VoidDialogProps, 'isOpen'>) {
  const { invoiceCustomId: id, companyName, amount, refunded } = invoice;
  const form = useSchemaForm(voidFormSchema, { initialValues: { reason: '' } });
  const update = useUpdateInvoice();
  return (
    <Form
      form={form}
      label="Void invoice"
      onSubmit={async ({ reason }) => {
        await update.mutateAsync({ id, status: 'void', reason });
        toast.success(`${id} was voided`);
        onClose();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {companyName} won’t owe the remaining {money(amount - refunded)}. Its jobs don’t change. You can’t undo this.
        </Text>
        <TextInput
          label="Reason"
          description="Included in the email to the company"
          required
          maxLength={300}
          data-autofocus
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Keep invoice
          </Button>
          <Button type="submit" color="red" loading={update.isPending}>
            Void invoice
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
