import { ActionIcon, Alert, Button, Checkbox, Divider, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hasQuestion } from '#shared/applicants/question-library.ts';
import { maxQuestions, type Question } from '#shared/applicants/screening.ts';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { questionDetails } from './JobQuestions.tsx';
import { type EditedQuestion, LibraryQuestionForm } from './LibraryQuestionForm.tsx';
import { questionLibraryQuery, useAddLibraryQuestion, useDeleteLibraryQuestion } from './queries.ts';
import { createQuestion } from './QuestionFields.tsx';

type Props = {
  companyId: string;
  /** The questions that the job already asks. They can't be chosen again. */
  askedQuestions: readonly Question[];
  onAdd: (questions: readonly Question[]) => void;
  onClose: () => void;
};

/** The company's library: chooses questions for a job, and adds, edits and deletes questions of the library. */
export function QuestionLibrary({ companyId, askedQuestions, onAdd, onClose }: Props) {
  const { data: library, error, refetch, isFetching } = useQuery(questionLibraryQuery(companyId));
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const [edited, setEdited] = useState<EditedQuestion | null>(null);
  const [deleted, setDeleted] = useState<DeletedQuestion | null>(null);
  /** Where the focus returns to after a question has been edited. */
  const [lastEditedId, setLastEditedId] = useState<string>();
  const chosenQuestions = (library ?? []).filter(({ id }) => chosenIds.includes(id));
  const edit = (question: Question, isNew: boolean) => {
    setEdited({ question, isNew });
    setLastEditedId(question.id);
  };
  /** A question can be saved after its form has been closed, and another one opened. */
  const handleSaved = ({ question, isNew }: EditedQuestion) => {
    setEdited((now) => (now?.question.id === question.id ? null : now));
    const room = maxQuestions - askedQuestions.length;
    if (isNew) setChosenIds((ids) => (ids.length < room ? [...ids, question.id] : ids));
  };
  const editTitle = edited?.isNew ? t('screening.newLibraryQuestion') : t('screening.editQuestion');
  return (
    // React passes events of the dialog on to the job's form, which must not be sent with it.
    <div onSubmit={(event) => event.stopPropagation()}>
      <FormModal
        isOpen
        size="lg"
        title={edited ? editTitle : t('screening.library')}
        onClose={() => (edited ? setEdited(null) : onClose())}
      >
        {(close) =>
          edited ? (
            <LibraryQuestionForm companyId={companyId} {...edited} onSaved={handleSaved} onCancel={close} />
          ) : library ? (
            <Stack gap="md">
              <QuestionChoices
                companyId={companyId}
                library={library}
                askedQuestions={askedQuestions}
                chosenIds={chosenQuestions.map(({ id }) => id)}
                lastEditedId={lastEditedId}
                deleted={deleted}
                onDeleted={setDeleted}
                onChoose={setChosenIds}
                onEdit={edit}
              />
              <Group justify="flex-end" gap="sm">
                <Button variant="default" onClick={close}>
                  {t('common.cancel')}
                </Button>
                <Button color="orange" disabled={chosenQuestions.length === 0} onClick={() => onAdd(chosenQuestions)}>
                  {t('screening.addChosen', { count: chosenQuestions.length })}
                </Button>
              </Group>
            </Stack>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : (
            <Loading />
          )
        }
      </FormModal>
    </div>
  );
}

/** A deleted question, and the one that followed it. */
type DeletedQuestion = { question: Question; beforeId: string | undefined };

type ChoicesProps = {
  companyId: string;
  library: readonly Question[];
  askedQuestions: readonly Question[];
  chosenIds: readonly string[];
  lastEditedId: string | undefined;
  deleted: DeletedQuestion | null;
  onDeleted: (deleted: DeletedQuestion | null) => void;
  onChoose: (ids: string[]) => void;
  onEdit: (question: Question, isNew: boolean) => void;
};

const editButtonId = (id: string) => `edit-question-${id}`;
const deleteButtonId = (id: string) => `delete-question-${id}`;
const choiceId = (id: string) => `choose-question-${id}`;
const newButtonId = 'new-library-question';

function QuestionChoices(props: ChoicesProps) {
  const { companyId, library, askedQuestions, chosenIds, lastEditedId, deleted, onDeleted, onChoose, onEdit } = props;
  const remove = useDeleteLibraryQuestion();
  const restore = useAddLibraryQuestion();
  const room = maxQuestions - askedQuestions.length - chosenIds.length;
  const isAsked = (question: Question) => hasQuestion(askedQuestions, question);
  /** The id of the element that gets the focus when the list appears. */
  const [firstFocusId] = useState(() => {
    if (library.some(({ id }) => id === lastEditedId)) return editButtonId(lastEditedId ?? '');
    const firstChoice = room > 0 && lastEditedId === undefined ? library.find((question) => !isAsked(question)) : undefined;
    return firstChoice ? choiceId(firstChoice.id) : newButtonId;
  });
  const isFirstFocus = (id: string) => id === firstFocusId || undefined;
  /** The id of the element to focus after the changed list has been rendered. */
  const nextFocusId = useRef<string>(firstFocusId);
  useEffect(() => {
    if (!nextFocusId.current) return;
    document.getElementById(nextFocusId.current)?.focus();
    nextFocusId.current = '';
  }, [library]);
  const isPending = remove.isPending || restore.isPending;
  const deleteQuestion = (question: Question) => {
    if (isPending) return;
    const beforeId = library[library.indexOf(question) + 1]?.id;
    restore.reset();
    remove.mutate(
      { companyId, id: question.id },
      {
        onSuccess: () => {
          onDeleted({ question, beforeId });
          // The button is gone, or will be.
          const { activeElement } = document;
          if (activeElement === document.body || activeElement?.id === deleteButtonId(question.id))
            document.getElementById(newButtonId)?.focus();
        },
      },
    );
  };
  const undoDelete = ({ question, beforeId }: DeletedQuestion) => {
    if (isPending) return;
    remove.reset();
    nextFocusId.current = editButtonId(question.id);
    restore.mutate(
      { companyId, question, beforeId },
      {
        onSuccess: () => onDeleted(null),
        onError: () => {
          nextFocusId.current = '';
        },
      },
    );
  };
  const failure = remove.error ?? restore.error;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('screening.libraryHint')}
      </Text>
      {library.length === 0 ? <Text size="sm">{t('screening.libraryEmpty')}</Text> : null}
      <Checkbox.Group aria-label={t('screening.library')} value={[...chosenIds]} onChange={onChoose}>
        <Stack gap="sm">
          {library.map((question) => {
            const isInJob = isAsked(question);
            const isChosen = chosenIds.includes(question.id);
            return (
              <Group key={question.id} gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
                <Checkbox
                  id={choiceId(question.id)}
                  data-autofocus={isFirstFocus(choiceId(question.id))}
                  value={question.id}
                  label={question.text}
                  description={[...(isInJob ? [t('screening.alreadyAsked')] : []), ...questionDetails(question)].join(' · ')}
                  disabled={isInJob || (room === 0 && !isChosen)}
                  style={{ overflowWrap: 'anywhere' }}
                />
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    id={editButtonId(question.id)}
                    data-autofocus={isFirstFocus(editButtonId(question.id))}
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t('screening.editLibraryQuestion', { question: question.text })}
                    onClick={() => onEdit(question, false)}
                  >
                    <IconPencil size={18} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t('screening.deleteLibraryQuestion', { question: question.text })}
                    id={deleteButtonId(question.id)}
                    aria-busy={remove.isPending && remove.variables.id === question.id}
                    onClick={() => deleteQuestion(question)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </Group>
              </Group>
            );
          })}
        </Stack>
      </Checkbox.Group>
      {failure ? (
        <Alert color="red" role="alert">
          {errorText(failure)}
        </Alert>
      ) : null}
      {room === 0 ? <Text size="sm">{t('screening.questionLimit', { count: maxQuestions })}</Text> : null}
      <Divider />
      <Group gap="sm" justify="space-between">
        <Button
          id={newButtonId}
          data-autofocus={isFirstFocus(newButtonId)}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onEdit(createQuestion(), true)}
        >
          {t('screening.newLibraryQuestion')}
        </Button>
        <Group component="output" gap="xs">
          {deleted ? (
            <>
              <Text span size="sm">
                {t('screening.libraryQuestionDeleted')}
              </Text>
              <Button variant="subtle" size="compact-sm" aria-busy={restore.isPending} onClick={() => undoDelete(deleted)}>
                {t('common.undo')}
              </Button>
            </>
          ) : null}
        </Group>
      </Group>
    </Stack>
  );
}
