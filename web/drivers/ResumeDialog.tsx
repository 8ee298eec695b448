import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { breakpoints } from '#shared/brand.ts';
import { t } from '#web/texts/app.ts';
import type { Proposal } from './resume.ts';

type Props = { isOpen: boolean; proposals: readonly Proposal[]; onUse: (chosen: Proposal[]) => void; onClose: () => void };

/** The buttons stay in view above a long list. */
const atEnd = { position: 'sticky', bottom: 0, background: 'var(--mantine-color-body)', zIndex: 1 } as const;

/** Shows what a resume says, each answer with the words it was read from. Answers that would replace another are not chosen at first. */
export function ResumeDialog({ isOpen, proposals, onUse, onClose }: Props) {
  const isNarrow = useMediaQuery(`(max-width: calc(${breakpoints.sm} - 0.0625em))`, false, { getInitialValueInEffect: false });
  const [chosenNames, setChosenNames] = useState<string[]>(() =>
    proposals.filter(({ current }) => current === null).map(({ name }) => name),
  );
  const chosen = proposals.filter(({ name }) => chosenNames.includes(name));
  const isEmpty = proposals.length === 0;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      fullScreen={isNarrow ?? false}
      size="lg"
      title={isEmpty ? t('driver.nothingFoundInResume') : t('driver.checkResumeAnswers')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {isEmpty ? t('driver.nothingFoundInResumeHint') : t('driver.checkResumeHint')}
      </Text>
      {isEmpty ? null : (
        <Checkbox.Group aria-label={t('driver.resumeAnswersLabel')} value={chosenNames} onChange={setChosenNames}>
          <Stack gap="md">
            {proposals.map((proposal) => (
              <ProposedAnswer key={proposal.name} proposal={proposal} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Group justify="flex-end" mt="md" py="sm" gap="sm" style={atEnd}>
        <Button variant="default" onClick={onClose}>
          {isEmpty ? t('ui.close') : t('common.cancel')}
        </Button>
        {isEmpty ? null : (
          <Button color="orange" disabled={chosen.length === 0} onClick={() => onUse(chosen)}>
            {t('driver.useTheseAnswers')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function ProposedAnswer({ proposal: { name, label, current, proposed, excerpt } }: { proposal: Proposal }) {
  return (
    <Checkbox
      value={name}
      styles={{ label: { overflowWrap: 'anywhere' } }}
      label={
        <>
          <Text span size="sm" c="dimmed">
            {label}
          </Text>
          <Text span display="block" fw={600}>
            {proposed}
          </Text>
        </>
      }
      description={
        <>
          {current === null ? null : (
            <Text span size="sm" display="block">
              {t('driver.replacesAnswer', { answer: current })}
            </Text>
          )}
          {t('driver.foundInResume', { excerpt })}
        </>
      }
    />
  );
}
