import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { money } from '#shared/format.ts';
import { voidFormSchema } from '#shared/billing/invoices.ts';
import { type Invoice, useUpdateInvoice } from '#web/settings/queries.ts';
import { Form } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';

type Props = { invoice: Invoice; isOpen: boolean; onClose: () => void };

/** An open invoice is owed no more. */
export function VoidDialog({ invoice, isOpen, onClose }: Props) {
  const title = `Void ${invoice.invoiceCustomId}?`;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <VoidForm invoice={invoice} onClose={onClose} />
    </Modal>
  );
}

function VoidForm({ invoice, onClose }: Omit<Props, 'isOpen'>) {
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
