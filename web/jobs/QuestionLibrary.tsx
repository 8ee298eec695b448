import { ActionIcon, Alert, Button, Checkbox, Divider, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { maxQuestions, questionRequest, type Question } from '#shared/applicants/screening.ts';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { questionDetails } from './JobQuestions.tsx';
import { questionLibraryQuery, useAddLibraryQuestion, useDeleteLibraryQuestion, useUpdateLibraryQuestion } from './queries.ts';
import { createQuestion, QuestionFields, questionError } from './QuestionFields.tsx';

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
  const [edited, setEdited] = useState<{ question: Question; isNew: boolean } | null>(null);
  /** Where the focus returns to after a question has been edited. */
  const [lastEditedId, setLastEditedId] = useState<string>();
  const chosenQuestions = (library ?? []).filter(({ id }) => chosenIds.includes(id));
  const edit = (question: Question, isNew: boolean) => {
    setEdited({ question, isNew });
    setLastEditedId(question.id);
  };
  const endEdit = (added?: Question) => {
    setEdited(null);
    const hasRoom = askedQuestions.length + chosenQuestions.length < maxQuestions;
    if (added && hasRoom) setChosenIds([...chosenIds, added.id]);
  };
  const editTitle = edited?.isNew ? t('screening.newLibraryQuestion') : t('screening.editQuestion');
  return (
    // React passes events of the dialog on to the job's form, which must not be sent with it.
    <div onSubmit={(event) => event.stopPropagation()}>
      <FormModal
        isOpen
        size="lg"
        title={edited ? editTitle : t('screening.library')}
        onClose={() => (edited ? endEdit() : onClose())}
      >
        {(close) =>
          edited ? (
            <LibraryQuestionForm companyId={companyId} {...edited} onDone={endEdit} onCancel={close} />
          ) : library ? (
            <Stack gap="md">
              <QuestionChoices
                companyId={companyId}
                library={library}
                askedQuestions={askedQuestions}
                chosenIds={chosenQuestions.map(({ id }) => id)}
                initialFocusId={lastEditedId}
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

type ChoicesProps = {
  companyId: string;
  library: readonly Question[];
  askedQuestions: readonly Question[];
  chosenIds: readonly string[];
  initialFocusId: string | undefined;
  onChoose: (ids: string[]) => void;
  onEdit: (question: Question, isNew: boolean) => void;
};

/** A deleted question, and the one that followed it. */
type DeletedQuestion = { question: Question; beforeId: string | undefined };

const editButtonId = (id: string) => `edit-question-${id}`;
const choiceId = (id: string) => `choose-question-${id}`;
const newButtonId = 'new-library-question';

function QuestionChoices({ companyId, library, askedQuestions, chosenIds, initialFocusId, onChoose, onEdit }: ChoicesProps) {
  const [deleted, setDeleted] = useState<DeletedQuestion | null>(null);
  const remove = useDeleteLibraryQuestion();
  const restore = useAddLibraryQuestion();
  const room = maxQuestions - askedQuestions.length - chosenIds.length;
  const isAsked = (question: Question) => askedQuestions.some(({ id }) => id === question.id);
  const firstChoice = library.find((question) => !isAsked(question));
  /** The id of the element to focus after the list has been rendered. */
  const nextFocusId = useRef(initialFocusId ? editButtonId(initialFocusId) : firstChoice && choiceId(firstChoice.id));
  useEffect(() => {
    if (!nextFocusId.current) return;
    (document.getElementById(nextFocusId.current) ?? document.getElementById(newButtonId))?.focus();
    nextFocusId.current = undefined;
  }, [library]);
  const deleteQuestion = (question: Question) => {
    const beforeId = library[library.indexOf(question) + 1]?.id;
    remove.mutate(
      { companyId, id: question.id },
      {
        onSuccess: () => {
          setDeleted({ question, beforeId });
          document.getElementById(newButtonId)?.focus();
        },
      },
    );
  };
  const undoDelete = ({ question, beforeId }: DeletedQuestion) => {
    nextFocusId.current = editButtonId(question.id);
    restore.mutate({ companyId, question, beforeId }, { onSuccess: () => setDeleted(null) });
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
                  data-autofocus={question === firstChoice || undefined}
                  value={question.id}
                  label={question.text}
                  description={[...(isInJob ? [t('screening.alreadyAsked')] : []), ...questionDetails(question)].join(' · ')}
                  disabled={isInJob || (room === 0 && !isChosen)}
                  style={{ overflowWrap: 'anywhere' }}
                />
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    id={editButtonId(question.id)}
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
                    loading={remove.isPending && remove.variables.id === question.id}
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
      {room === 0 ? <Text size="sm">{t('screening.questionLimit')}</Text> : null}
      <Divider />
      <Group gap="sm" justify="space-between">
        <Button
          id={newButtonId}
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
              <Button variant="subtle" size="compact-sm" loading={restore.isPending} onClick={() => undoDelete(deleted)}>
                {t('common.undo')}
              </Button>
            </>
          ) : null}
        </Group>
      </Group>
    </Stack>
  );
}

const libraryQuestionSchema = z.object({ question: questionRequest });
type Values = { question: Question };

type QuestionFormProps = {
  companyId: string;
  question: Question;
  isNew: boolean;
  /** Called with a question that was added. */
  onDone: (added?: Question) => void;
  onCancel: () => void;
};

const textInputId = 'library-question-text';

function LibraryQuestionForm({ companyId, question: initialQuestion, isNew, onDone, onCancel }: QuestionFormProps) {
  const form = useSchemaForm<Values>(libraryQuestionSchema, { initialValues: { question: initialQuestion } });
  const question = form.useWatchValue('question');
  const add = useAddLibraryQuestion();
  const update = useUpdateLibraryQuestion();
  useEffect(() => document.getElementById(textInputId)?.focus(), []);
  const send = async (values: Values) => {
    if (isNew) return onDone(await add.mutateAsync({ companyId, ...values }));
    await update.mutateAsync({ companyId, id: initialQuestion.id, ...values });
    onDone();
  };
  return (
    <Form form={form} label={t('screening.question')} onSubmit={send}>
      <Stack gap="md">
        <QuestionFields
          question={question}
          textInputId={textInputId}
          getError={(part) => questionError(form.errors, `question.${part}`)}
          onBlur={(part) => void form.validateField(`question.${part}`)}
          onChange={(changes) => {
            for (const name of Object.keys(form.errors)) form.clearFieldError(name);
            form.setFieldValue('question', { ...form.getValues().question, ...changes });
          }}
        />
        {isNew ? null : (
          <Text size="sm" c="dimmed">
            {t('screening.libraryEditHint')}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <SubmitButton>{t('common.save')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
