import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { money } from '#shared/format.ts';
import { jobPriceCents, postingDays, toDollars } from '#shared/billing/pricing.ts';
import { addDays, dayIn } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/use-time-zone.ts';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import type { ContentValues } from './content-form.ts';

const renewal = `Renew every ${postingDays} days for ${money(toDollars(jobPriceCents), true)} per location, plus add-ons, until I cancel`;

/** When the job appears, and whether it goes on after its days are over. Renewal is never ticked beforehand. */
export function PostingFields({ form }: { form: SchemaForm<ContentValues> }) {
  const [isLater, setIsLater] = useState(form.getValues().postingDay !== null);
  const timeZone = useTimeZone();
  const [tomorrow] = useState(() => addDays(dayIn(timeZone, Date.now()), 1));
  const choose = (when: string) => {
    setIsLater(when === 'later');
    form.setFieldValue('postingDay', when === 'later' ? '' : null);
    form.clearFieldError('postingDay');
  };
  return (
    <Stack gap="md">
      <Radio.Group label="Posting date" value={isLater ? 'later' : 'now'} onChange={choose}>
        <Group gap="lg" mt="xs">
          <Radio value="now" label="Right after payment" />
          <Radio value="later" label="Schedule for later" />
        </Group>
      </Radio.Group>
      {isLater ? (
        <TextInput
          type="date"
          label="Posting date"
          description="You pay now. The job goes live at the start of that day."
          w="14rem"
          min={tomorrow}
          key={form.key('postingDay')}
          {...form.getInputProps('postingDay')}
        />
      ) : null}
      <Checkbox
        label={renewal}
        description={`Otherwise the posting ends after ${postingDays} days.`}
        key={form.key('autoRenew')}
        {...form.getInputProps('autoRenew', { type: 'checkbox' })}
      />
    </Stack>
  );
}
