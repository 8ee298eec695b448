import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { recommendSchema } from '#shared/accounts/account.ts';
import { productName } from '#shared/brand.ts';
import { trpc } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';

/** How long the page waits for an email program to take the focus (`docs/product/access.md#recommend`). */
const mailtoTimeoutMs = 1500;

type Mail = { to: string; subject: string; text: string };

/** Builds a `mailto:` URL (RFC 6068). Line ends are CRLF, and the text cannot add header fields. */
export function mailtoOf({ to, subject, text }: Mail): string {
  const fields = { subject, body: text.replace(/\r?\n/g, '\r\n') };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?${query.join('&')}`;
}

/**
 * Opens the person's email program with a message. Browsers do not report whether the person has one, but a program that
 * opens takes the focus or hides the page. Returns false if neither happens within {@link mailtoTimeoutMs}.
 */
export async function openEmailClient(mail: Mail): Promise<boolean> {
  let hasOpened = false;
  const onLeave = () => {
    hasOpened = true;
  };
  window.addEventListener('blur', onLeave);
  document.addEventListener('visibilitychange', onLeave);
  const link = document.createElement('a');
  link.href = mailtoOf(mail);
  document.body.append(link);
  link.click();
  link.remove();
  await new Promise((resolve) => setTimeout(resolve, mailtoTimeoutMs));
  window.removeEventListener('blur', onLeave);
  document.removeEventListener('visibilitychange', onLeave);
  return hasOpened;
}

const empty = { fullName: '', email: '' };

/** The result of the last recommendation. If no email program opened, the person can copy the link. */
type Outcome = { hasClient: boolean; link: string };

/** The "Recommend" dialog of the company and driver sidebars (`docs/product/access.md#recommend`). */
export function RecommendDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const recommend = useMutation(trpc.auth.recommend.mutationOptions());
  const [isValid, setIsValid] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useSchemaForm(recommendSchema, {
    initialValues: empty,
    onValuesChange: (values) => setIsValid(recommendSchema.safeParse(values).success),
  });

  const send = async (values: typeof empty) => {
    setOutcome(null);
    const { invitationLink, defaultText } = await recommend.mutateAsync(values);
    const hasClient = await openEmailClient({
      to: values.email.trim(),
      subject: t('support.recommendSubject', { productName }),
      text: defaultText,
    });
    setOutcome({ hasClient, link: invitationLink });
    form.reset();
    setIsValid(false);
  };

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('support.recommendTitle', { productName })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Form form={form} onSubmit={send} errorTextOf={() => t('errors.recommendFailed')} label={t('common.recommend')}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('support.recommendHint')}
          </Text>
          <TextInput
            label={t('support.fullName')}
            autoComplete="off"
            maxLength={100}
            data-autofocus
            key={form.key('fullName')}
            {...form.getInputProps('fullName')}
          />
          <TextInput
            label={t('ui.email')}
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          {outcome ? <RecommendationResult {...outcome} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.close')}
            </Button>
            <SubmitButton isDisabled={!isValid}>{t('common.send')}</SubmitButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

function RecommendationResult({ hasClient, link }: Outcome) {
  if (hasClient) {
    return (
      <Alert color="green" variant="light">
        {t('support.invitationReady')}
      </Alert>
    );
  }
  return (
    <Alert color="amber" variant="light" role="alert">
      <Stack gap="xs" align="flex-start">
        {t('errors.noEmailClient')}
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? t('common.linkCopied') : t('support.copyInvitationLink')}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Alert>
  );
}
