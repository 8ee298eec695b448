import { ActionIcon, Button, Group, Input, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconBooks, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { maxQuestions, type Question } from '#shared/applicants/screening.ts';
import { t } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { Section } from '#web/ui/Section.tsx';
import { AddToLibraryButton } from './AddToLibraryButton.tsx';
import type { ContentValues } from './content-form.ts';
import { createQuestion, QuestionFields, questionError, questionParts } from './QuestionFields.tsx';
import { QuestionLibrary } from './QuestionLibrary.tsx';

const fieldName = 'screeningQuestions';
const textInputId = (id: string) => `question-${id}-text`;
const moveButtonId = (id: string, offset: 1 | -1) => `question-${id}-${offset < 0 ? 'up' : 'down'}`;
const addButtonId = 'add-question';

type EditorProps = {
  form: SchemaForm<ContentValues>;
  /** The job's company, for its library of questions. */
  companyId: string;
};

/** Edits the questions that a job asks its applicants. */
export function ScreeningEditor({ form, companyId }: EditorProps) {
  const questions = form.useWatchValue(fieldName);
  const [announcement, setAnnouncement] = useState('');
  const [isLibraryOpen, setIsLibraryOpen] = useState(false);
  /** The id of the element to focus after the changed list has been rendered. */
  const nextFocusId = useRef<string>(undefined);
  useEffect(() => {
    if (!nextFocusId.current) return;
    document.getElementById(nextFocusId.current)?.focus();
    nextFocusId.current = undefined;
  }, [questions]);

  const clearErrors = (path: string) => {
    for (const name of Object.keys(form.errors)) if (`${name}.`.startsWith(`${path}.`)) form.clearFieldError(name);
  };
  const setAll = (next: Question[]) => {
    clearErrors(fieldName);
    form.setFieldValue(fieldName, next);
  };
  const change = (index: number, changes: Partial<Question>) => {
    clearErrors(`${fieldName}.${index}`);
    form.setFieldValue(
      fieldName,
      questions.map((question, otherIndex) => (otherIndex === index ? { ...question, ...changes } : question)),
    );
  };
  const add = () => {
    const question = createQuestion();
    nextFocusId.current = textInputId(question.id);
    setAll([...questions, question]);
  };
  const addFromLibrary = (added: readonly Question[]) => {
    setIsLibraryOpen(false);
    if (added[0]) nextFocusId.current = textInputId(added[0].id);
    setAnnouncement(t('screening.questionsAdded', { count: added.length }));
    setAll([...questions, ...added]);
  };
  /** Shows an error at a question, which may have been moved meanwhile. */
  const showError = (id: string, message: string) => {
    const index = form.getValues()[fieldName].findIndex((question) => question.id === id);
    if (index >= 0) form.setFieldError(`${fieldName}.${index}.text`, message);
  };
  const validate = (index: number) => {
    for (const part of questionParts) void form.validateField(`${fieldName}.${index}.${part}`);
  };
  const remove = (index: number) => {
    const remainingQuestions = questions.filter((_, otherIndex) => otherIndex !== index);
    const neighbor = remainingQuestions[Math.min(index, remainingQuestions.length - 1)];
    nextFocusId.current = neighbor ? textInputId(neighbor.id) : addButtonId;
    setAnnouncement(t('screening.questionRemoved', { number: index + 1 }));
    setAll(remainingQuestions);
  };
  const move = (index: number, offset: 1 | -1) => {
    const movedQuestion = questions[index];
    const newIndex = index + offset;
    if (!movedQuestion || newIndex < 0 || newIndex >= questions.length) return;
    nextFocusId.current = moveButtonId(movedQuestion.id, offset);
    setAnnouncement(t('screening.questionMoved', { number: newIndex + 1 }));
    setAll(questions.filter((one) => one !== movedQuestion).toSpliced(newIndex, 0, movedQuestion));
  };

  return (
    <Section title={t('screening.questions')} description={t('screening.questionsHint')}>
      <Stack gap="md">
        {questions.map((question, index) => (
          <Paper
            key={question.id}
            withBorder
            p="md"
            component="fieldset"
            m={0}
            miw={0}
            aria-label={t('screening.questionNumber', { number: index + 1 })}
          >
            <Group justify="space-between" wrap="nowrap" mb="xs">
              <Text fw={600} size="sm" aria-hidden>
                {t('screening.questionNumber', { number: index + 1 })}
              </Text>
              <Group gap="xs" wrap="nowrap">
                <MoveButton question={question} index={index} offset={-1} isDisabled={index === 0} onMove={move} />
                <MoveButton
                  question={question}
                  index={index}
                  offset={1}
                  isDisabled={index === questions.length - 1}
                  onMove={move}
                />
                <AddToLibraryButton
                  question={question}
                  index={index}
                  companyId={companyId}
                  onInvalid={() => validate(index)}
                  onAdded={() => document.getElementById(textInputId(question.id))?.focus()}
                  onError={(message) => showError(question.id, message)}
                />
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={t('screening.removeQuestion', { number: index + 1 })}
                  onClick={() => remove(index)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </Group>
            <QuestionFields
              question={question}
              textInputId={textInputId(question.id)}
              getError={(part) => questionError(form.errors, `${fieldName}.${index}.${part}`)}
              onBlur={(part) => void form.validateField(`${fieldName}.${index}.${part}`)}
              onChange={(part) => change(index, part)}
            />
          </Paper>
        ))}
        {form.errors[fieldName] ? <Input.Error>{form.errors[fieldName]}</Input.Error> : null}
        {questions.length > 0 ? (
          <Text size="sm" c="dimmed">
            {t('screening.flagHint')} {t('screening.editHint')}
          </Text>
        ) : null}
        {questions.length < maxQuestions ? null : <Text size="sm">{t('screening.questionLimit', { count: maxQuestions })}</Text>}
        <Group gap="sm">
          {questions.length < maxQuestions ? (
            <Button id={addButtonId} variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              {t('screening.addQuestion')}
            </Button>
          ) : null}
          <Button variant="default" leftSection={<IconBooks size={16} aria-hidden />} onClick={() => setIsLibraryOpen(true)}>
            {t('screening.addFromLibrary')}
          </Button>
        </Group>
        <VisuallyHidden component="output">{announcement}</VisuallyHidden>
        {isLibraryOpen ? (
          <QuestionLibrary
            companyId={companyId}
            askedQuestions={questions}
            onAdd={addFromLibrary}
            onClose={() => setIsLibraryOpen(false)}
          />
        ) : null}
      </Stack>
    </Section>
  );
}

type MoveProps = {
  question: Question;
  index: number;
  offset: 1 | -1;
  /** A disabled button keeps the focus, so the keyboard keeps working at both ends of the list. */
  isDisabled: boolean;
  onMove: (index: number, offset: 1 | -1) => void;
};

function MoveButton({ question, index, offset, isDisabled, onMove }: MoveProps) {
  const Icon = offset < 0 ? IconArrowUp : IconArrowDown;
  const number = index + 1;
  return (
    <ActionIcon
      id={moveButtonId(question.id, offset)}
      variant="default"
      size="lg"
      aria-label={offset < 0 ? t('screening.moveQuestionUp', { number }) : t('screening.moveQuestionDown', { number })}
      aria-disabled={isDisabled || undefined}
      data-disabled={isDisabled || undefined}
      onClick={() => onMove(index, offset)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
