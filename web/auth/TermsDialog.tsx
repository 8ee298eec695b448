import { Button, Group, Text, Anchor } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { rich, t } from '#web/texts/start.ts';
import { saveTermsAnswer } from './cookies.ts';
import styles from './TermsDialog.module.css';

/**
 * Asks visitors to accept the terms on their first visit (`docs/product/access.md#terms-consent`). It uses the browser's own
 * dialog, because Mantine's would make the page a third larger.
 */
export function TermsDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const acceptButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    acceptButton.current?.focus();
  }, []);
  const saveAnswer = (isAccepted: boolean) => {
    saveTermsAnswer(isAccepted);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('signIn.termsOfService')}
      </h2>
      <Text size="sm">{rich('signIn.acceptTermsPrompt', termsLinks)}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => saveAnswer(false)}>
          {t('signIn.decline')}
        </Button>
        <Button ref={acceptButton} color="orange" onClick={() => saveAnswer(true)}>
          {t('signIn.accept')}
        </Button>
      </Group>
    </dialog>
  );
}

const newTabProps = { target: '_blank', inherit: true, underline: 'always' } as const;

/** The links for the tags `terms` and `privacy` in a text. Each opens in a new tab. */
export const termsLinks = {
  terms: (content: ReactNode) => (
    <Anchor href="/terms" {...newTabProps}>
      {content}
    </Anchor>
  ),
  privacy: (content: ReactNode) => (
    <Anchor href="/privacy" {...newTabProps}>
      {content}
    </Anchor>
  ),
};
