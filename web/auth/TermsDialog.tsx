import { Button, Group, Text, Anchor } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { keepTermsAnswer } from './cookies.ts';
import styles from './TermsDialog.module.css';
import { rich, t } from '#web/texts/start.ts';

/**
 * Asks on the first visit (`docs/product/access.md#terms-consent`). It uses the browser's own dialog, because Mantine's
 * would add a third to the page's size.
 */
export function TermsDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const accept = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    accept.current?.focus();
  }, []);
  const answer = (isAccepted: boolean) => {
    keepTermsAnswer(isAccepted);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('signIn.termsOfService')}
      </h2>
      <Text size="sm">{rich('signIn.pleaseReadAndAcceptThe', termsLinks)}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => answer(false)}>
          {t('signIn.decline')}
        </Button>
        <Button ref={accept} color="orange" onClick={() => answer(true)}>
          {t('signIn.accept')}
        </Button>
      </Group>
    </dialog>
  );
}

const newTab = { target: '_blank', inherit: true, underline: 'always' } as const;

/** The terms and the privacy policy, as the tags of a text. Each opens in a new tab. */
export const termsLinks = {
  terms: (content: ReactNode) => (
    <Anchor href="/terms" {...newTab}>
      {content}
    </Anchor>
  ),
  privacy: (content: ReactNode) => (
    <Anchor href="/privacy" {...newTab}>
      {content}
    </Anchor>
  ),
};
