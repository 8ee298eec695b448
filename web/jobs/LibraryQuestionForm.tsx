import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { type Question, questionRequest } from '#shared/applicants/screening.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { useAddLibraryQuestion, useUpdateLibraryQuestion } from './queries.ts';
import { QuestionFields, questionError } from './QuestionFields.tsx';

const libraryQuestionSchema = z.object({ question: questionRequest });
type Values = { question: Question };

export type EditedQuestion = { question: Question; isNew: boolean };

type Props = {
  companyId: string;
  question: Question;
  isNew: boolean;
  onSaved: (saved: EditedQuestion) => void;
  onCancel: () => void;
};

const textInputId = 'library-question-text';

/** Edits one question of the library, or adds it. */
export function LibraryQuestionForm({ companyId, question: initialQuestion, isNew, onSaved, onCancel }: Props) {
  const form = useSchemaForm<Values>(libraryQuestionSchema, { initialValues: { question: initialQuestion } });
  const question = form.useWatchValue('question');
  const add = useAddLibraryQuestion();
  const update = useUpdateLibraryQuestion();
  // The dialog gives the focus only when it opens, and it was open before with the list of questions.
  useEffect(() => document.getElementById(textInputId)?.focus(), []);
  const send = async (values: Values) => {
    const savedQuestion = isNew
      ? await add.mutateAsync({ companyId, ...values })
      : await update.mutateAsync({ companyId, id: initialQuestion.id, ...values });
    onSaved({ question: savedQuestion, isNew });
  };
  return (
    <Form form={form} label={t('screening.question')} onSubmit={send}>
      <Stack gap="md">
        <QuestionFields
          question={question}
          textInputId={textInputId}
          hasInitialFocus
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
