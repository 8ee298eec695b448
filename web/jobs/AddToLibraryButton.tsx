import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { hasQuestion } from '#shared/applicants/question-library.ts';
import { type Question, questionRequest } from '#shared/applicants/screening.ts';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { questionLibraryQuery, useAddLibraryQuestion } from './queries.ts';

type Props = {
  question: Question;
  index: number;
  companyId: string;
  /** The question is not complete. */
  onInvalid: () => void;
  /** The button disappears, so the focus has to go elsewhere. */
  onAdded: () => void;
  onError: (message: string) => void;
};

/** Adds a question of the job to the company's library. Absent if the library has it. */
export function AddToLibraryButton({ question, index, companyId, onInvalid, onAdded, onError }: Props) {
  const { data: library } = useQuery(questionLibraryQuery(companyId));
  const add = useAddLibraryQuestion();
  if (!library || hasQuestion(library, question) || question.text.trim() === '') return null;
  const label = t('screening.addToLibrary', { number: index + 1 });
  const addToLibrary = () => {
    if (add.isPending) return;
    if (!questionRequest.safeParse(question).success) return onInvalid();
    add.mutate(
      { companyId, question },
      {
        onSuccess: () => {
          toast.success(t('screening.addedToLibrary'));
          onAdded();
        },
        onError: (error) => onError(errorText(error)),
      },
    );
  };
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} aria-busy={add.isPending} onClick={addToLibrary}>
        <IconBookmark size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
