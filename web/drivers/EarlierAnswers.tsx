import { Button, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { answerPath } from '#shared/applicants/screening.ts';
import type { DriverForm } from '#shared/drivers/driver.ts';
import { t } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import type { EarlierAnswers } from './queries.ts';

type Props = { form: SchemaForm<DriverForm>; answers: DriverForm; earlier: EarlierAnswers };

const toInput = (value: EarlierAnswers['answers'][number]['value']) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;

/**
 * Offers the driver's answers to the same questions of another job. It fills in only questions without an answer
 * (`docs/product/drivers.md#filling-in-from-an-earlier-application`).
 */
export function EarlierAnswersButton({ form, answers, earlier }: Props) {
  const [filledCount, setFilledCount] = useState(0);
  const { companyName: company } = earlier;
  const open = earlier.answers.filter(({ questionId }) => (answers.screeningAnswers[questionId] ?? '') === '');
  const fillIn = () => {
    for (const { questionId, value } of open) form.setFieldValue(answerPath(questionId), toInput(value));
    setFilledCount(open.length);
  };
  return (
    <div>
      {open.length > 0 ? (
        <Button variant="default" leftSection={<IconHistory size={18} aria-hidden />} onClick={fillIn} styles={wrappingLabel}>
          {t('driver.fillFromEarlier', { count: open.length, company })}
        </Button>
      ) : null}
      <Text component="output" display="block" size="sm">
        {filledCount > 0 ? t('driver.answersFilledIn', { count: filledCount }) : null}
      </Text>
    </div>
  );
}

/** Names of companies can be longer than a phone is wide. */
const wrappingLabel = {
  root: { height: 'auto', minHeight: '2.25rem', paddingBlock: 4 },
  label: { whiteSpace: 'normal' },
} as const;

/** Offers the message of an earlier application, because a message is often written for one company. */
export function EarlierMessageButton({ form, answers, earlier: { companyName: company, message } }: Props) {
  if (!message || answers.message !== '') return null;
  return (
    <Button variant="subtle" size="xs" mt="xs" styles={wrappingLabel} onClick={() => form.setFieldValue('message', message)}>
      {t('driver.useEarlierMessage', { company })}
    </Button>
  );
}
