import { Button, FileButton, Input, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DriverForm } from '#shared/drivers/driver.ts';
import { maxAttachmentBytes } from '#shared/messages/attachment.ts';
import { mb } from '#shared/uploads.ts';
import { errorText } from '#web/api/errors.ts';
import { useRequestedCode } from '#web/auth/sign-in-code.ts';
import { t } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import type { Home } from './apply-draft.ts';
import type { NewContact } from './ProfileFields.tsx';
import { type Proposal, readResume, toProposals } from './resume.ts';
import { ResumeDialog } from './ResumeDialog.tsx';

type Props = {
  form: SchemaForm<DriverForm>;
  onHomeChange: (home: Home) => void;
  /** For a visitor, as in {@link ProfileFields}. */
  newContact?: NewContact | undefined;
};

const acceptedTypes = '.pdf,.docx,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/**
 * Reads a resume and offers what it says for the form. Only what the driver chooses is filled in, and nothing is stored before the form
 * is saved or sent (`docs/product/drivers.md#filling-in-from-a-resume`).
 */
export function FillFromResume({ form, onHomeChange, newContact }: Props) {
  const requested = useRequestedCode();
  // Once the account exists, the ticket is used up, and the driver is signed in.
  const ticket = newContact !== undefined && requested?.isProved ? requested.ticket : null;
  const [proposals, setProposals] = useState<Proposal[] | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [filledCount, setFilledCount] = useState(0);
  const resetFile = useRef<() => void>(null);
  const reading = useMutation({
    mutationFn: (file: File) => readResume(file, ticket),
    onMutate: () => setFilledCount(0),
    onSuccess: (resume) => {
      setProposals(toProposals(resume, { values: form.getValues(), newContact }));
      setIsOpen(true);
    },
    // The same file can be chosen again.
    onSettled: () => resetFile.current?.(),
  });
  const fillIn = (chosen: readonly Proposal[]) => {
    for (const proposal of chosen) if (proposal.name !== 'place') form.setFieldValue(proposal.name, proposal.input as never);
    // The place comes last, because a change of another field keeps the draft with the place from before.
    for (const proposal of chosen) {
      if (proposal.name !== 'place') continue;
      form.setFieldValue('home', proposal.home.description);
      onHomeChange(proposal.home);
    }
    setFilledCount(chosen.length);
    setIsOpen(false);
  };
  return (
    <>
      <Stack gap={4} align="flex-start">
        <FileButton accept={acceptedTypes} resetRef={resetFile} onChange={(file) => file && reading.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileText size={18} aria-hidden />} loading={reading.isPending}>
              {t('driver.fillFromResume')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {t('driver.fillFromResumeHint', { megabytes: maxAttachmentBytes / mb })}
        </Text>
        <Text component="output" display="block" size="sm">
          {reading.isPending
            ? t('driver.readingResume')
            : filledCount > 0
              ? t('driver.answersFilledIn', { count: filledCount })
              : null}
        </Text>
        {reading.error ? <Input.Error role="alert">{errorText(reading.error)}</Input.Error> : null}
      </Stack>
      {proposals ? (
        <ResumeDialog
          key={reading.submittedAt}
          isOpen={isOpen}
          proposals={proposals}
          onUse={fillIn}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
