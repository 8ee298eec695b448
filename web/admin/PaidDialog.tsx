import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { money } from '#shared/format.ts';
import { paidFormSchema } from '#shared/billing/invoices.ts';
import { type Invoice, useUpdateInvoice } from '#web/settings/queries.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';

type Props = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** An open invoice was paid outside the product. */
export function PaidDialog({ invoice, isOpen, onClose }: Props) {
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
