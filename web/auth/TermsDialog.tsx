import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { TermsLinks } from './TermsLinks.tsx';
import { keepTermsAnswer } from './terms-cookie.ts';

/** Asks a first-time visitor once; the answer is kept for a year (`spec: access §2, §4`). */
export function TermsDialog() {
  const [isOpen, setIsOpen] = useState(true);
  const answer = (isAccepted: boolean) => {
    keepTermsAnswer(isAccepted);
    setIsOpen(false);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={() => setIsOpen(false)}
      title="Terms of service"
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text size="sm">
        Please read and accept the <TermsLinks />.
      </Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={() => answer(false)}>
          Decline
        </Button>
        <Button color="orange" onClick={() => answer(true)} data-autofocus>
          Accept
        </Button>
      </Group>
    </Modal>
  );
}
