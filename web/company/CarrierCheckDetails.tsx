import { Alert, Group, Stack, Text } from '@mantine/core';
import { cityState, dateTime } from '#shared/format.ts';
import { number } from '#web/browser/format.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { DetailList } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { CarrierCheck } from './page-queries.ts';

const stateTexts: Record<CarrierCheck['state'], string> = {
  waiting: t('companyPage.waiting'),
  verified: t('companyPage.verified'),
  rejected: t('companyPage.rejected'),
  unusable: t('companyPage.unusable'),
  withdrawn: t('companyPage.withdrawn'),
};

type Props = { check: CarrierCheck; companyName: string; companyPlace: string };

/** What the registry says about the carrier, next to what the company says. */
export function CarrierCheckDetails({ check, companyName, companyPlace }: Props) {
  const zone = useTimeZone();
  const { carrier, state, source, usdotNumber, mcNumber, isSimilarName, checkedAt, reason } = check;
  const registryPlace = cityState(carrier);
  return (
    <Stack gap="md">
      <Group gap="sm">
        <StatusBadge status={state} label={stateTexts[state]} />
        <Text size="sm" c="dimmed">
          {t('companyPage.checkedAt', { source, time: dateTime(checkedAt, zone) })}
        </Text>
      </Group>
      {reason ? <Alert color="red">{t('companyPage.rejectedBecause', { reason })}</Alert> : null}
      <DetailList
        items={[
          [t('companyPage.nameInRegistry'), [carrier.legalName, carrier.dbaName].filter(Boolean).join(' · ')],
          [t('companyPage.nameHere'), companyName],
          [t('companyPage.placeInRegistry'), registryPlace],
          [t('companyPage.placeHere'), companyPlace],
          [t('companyPage.numbers'), [`USDOT ${usdotNumber}`, mcNumber && `MC ${mcNumber}`].filter(Boolean).join(' · ')],
          [t('companyPage.authority'), authorityOf(carrier)],
          [t('companyPage.powerUnits'), carrier.powerUnits === null ? null : number(carrier.powerUnits)],
          [t('ui.drivers'), carrier.drivers === null ? null : number(carrier.drivers)],
        ]}
      />
      {isSimilarName ? null : <Alert color="amber">{t('companyPage.namesDiffer')}</Alert>}
    </Stack>
  );
}

function authorityOf({ isAllowedToOperate, isOutOfService }: CarrierCheck['carrier']): string {
  if (isOutOfService) return t('companyPage.outOfService');
  return isAllowedToOperate ? t('companyPage.allowedToOperate') : t('companyPage.notAllowedToOperate');
}
