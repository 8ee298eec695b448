import { Alert, Anchor, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { date, phone as formatPhone } from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { rich, t } from '#web/texts/app.ts';
import { Section } from '#web/ui/Section.tsx';
import { textConsentQuery, useSetTextConsent } from './queries.ts';

/** The driver's consent to text messages of companies (`docs/product/messages.md#text-messages`). */
export function TextConsent() {
  const me = useMe();
  const timeZone = useTimeZone();
  const { data: consent } = useQuery({ ...textConsentQuery(), enabled: can(me.roles, 'driver.self') });
  const saveMutation = useSetTextConsent();
  if (!consent?.isOffered) return null;
  const { phone, hasAgreed, isStopped, agreedAt } = consent;
  const hint = isStopped
    ? t('driver.stoppedTexts')
    : hasAgreed && agreedAt
      ? t('driver.agreedToTexts', { date: date(agreedAt, timeZone) })
      : t('driver.consentOffHint');
  return (
    <Section title={t('driver.textMessages')}>
      {saveMutation.error ? (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {errorText(saveMutation.error)}
        </Alert>
      ) : null}
      {phone ? (
        <>
          <Checkbox
            label={t('messages.textConsent', { phone: formatPhone(phone) })}
            checked={hasAgreed}
            disabled={saveMutation.isPending}
            onChange={({ currentTarget: { checked } }) => saveMutation.mutate({ hasAgreed: checked, phone })}
          />
          <Text size="sm" c="dimmed" mt="sm">
            {hint}
          </Text>
        </>
      ) : (
        <Text size="sm">
          {rich('driver.textsNeedPhone', {
            profile: (content) => (
              <Anchor inherit renderRoot={(props: object) => <Link {...props} to="/members/profile" />}>
                {content}
              </Anchor>
            ),
          })}
        </Text>
      )}
    </Section>
  );
}
