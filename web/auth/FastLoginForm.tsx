import { fastLoginFormSchema } from '#shared/accounts/auth.ts';
import { statusOf } from '#web/errors.ts';
import { Form } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { KnownAccountFields } from './KnownAccountFields.tsx';
import { t } from '#web/texts/app.ts';

/** For these statuses the field is marked without a message (`docs/product/access.md#existing-driver`). */
const silent = new Set([400, 401, 422, 500]);

type Props = { email: string; onSubmit: (password: string) => Promise<unknown> };

/** The password of the driver's account adds the employer role to it. */
export function FastLoginForm({ email, onSubmit }: Props) {
  const form = useSchemaForm(fastLoginFormSchema, { initialValues: { password: '' } });
  const send = async ({ password }: { password: string }) => {
    try {
      await onSubmit(password);
    } catch (error) {
      if (!silent.has(statusOf(error) ?? 0)) throw error;
      form.setFieldError('password', true);
    }
  };
  return (
    <Form form={form} onSubmit={send} label={t('signUp.continueAsAnEmployer')}>
      <KnownAccountFields form={form} email={email} submit={t('signUp.continue')} />
    </Form>
  );
}
