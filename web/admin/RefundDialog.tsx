import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { money } from '#shared/format.ts';
import { refundFormSchema } from '#shared/billing/invoices.ts';
import { methodOf } from '#web/billing/invoice-columns.tsx';
import { type Invoice, useRefund } from '#web/billing/queries.ts';
import { Form } from '#web/ui/form/Form.tsx';
import { MoneyInput } from '#web/ui/form/MoneyInput.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';

/** An amount that nobody has typed yet. */
const nothing = '' as unknown as number;

type Props = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** Gives all that is left or a part of it back: to the card, or on terms as a credit. */
export function RefundDialog({ invoice, isOpen, onClose }: Props) {
  const title = `${invoice.paymentMethod === 'invoice' ? 'Credit' : 'Refund'} ${invoice.invoiceCustomId}`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <RefundForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function RefundForm({ invoice, onClose }: Omit<Props, 'isOpen'>) {
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
