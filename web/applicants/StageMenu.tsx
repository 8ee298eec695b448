import { Button, Group, Menu, Modal, Radio, Stack, type ButtonProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AssignableStage,
  type NotAFitReason,
  notAFitReasons,
  notSelectedDelayDays,
  type Stage,
  stageLabel,
} from '#shared/applicants/stages.ts';
import { options } from '#shared/catalogues.ts';
import { t, writeText } from '#web/texts/app.ts';
import { stagesQuery, useMoveStage, type Applicant, type StageSettings } from './queries.ts';

/** The company's name for a stage. */
export function stageText(settings: StageSettings | undefined, stage: Stage): string {
  const label = stageLabel(settings ?? { stages: [] }, stage);
  return typeof label === 'string' ? label : writeText(label);
}

/** The stages that a person can choose, in the company's order. */
export function getAssignableStages(settings: StageSettings | undefined): AssignableStage[] {
  return (settings?.stages ?? []).flatMap(({ stage }) => (stage === 'withdrawn' ? [] : [stage]));
}

type Props = { applicant: Pick<Applicant, 'id' | 'stage' | 'firstName' | 'lastName'>; companyId: string | undefined } & Pick<
  ButtonProps,
  'size' | 'fullWidth'
>;

/** Shows an applicant's stage and moves the applicant to another one. */
export function StageMenu({ applicant, companyId, size = 'sm', fullWidth = false }: Props) {
  const { data: settings } = useQuery(stagesQuery(companyId));
  const move = useMoveStage();
  const [isAsking, setIsAsking] = useState(false);
  const moveTo = (stage: AssignableStage, reason?: NotAFitReason) =>
    move.mutate({ applicantId: applicant.id, stage, reason, from: applicant.stage });
  const name = `${applicant.firstName} ${applicant.lastName}`;
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            size={size}
            fullWidth={fullWidth}
            loading={move.isPending}
            disabled={applicant.stage === 'withdrawn'}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={t('hiring.stageOfApplicant', { name, stage: stageText(settings, applicant.stage) })}
          >
            {stageText(settings, applicant.stage)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('hiring.moveTo')}</Menu.Label>
          {getAssignableStages(settings)
            .filter((stage) => stage !== applicant.stage)
            .map((stage) => (
              <Menu.Item key={stage} onClick={() => (stage === 'not_a_fit' ? setIsAsking(true) : moveTo(stage))}>
                {stageText(settings, stage)}
              </Menu.Item>
            ))}
          {applicant.stage === 'not_a_fit' ? (
            <Menu.Item onClick={() => setIsAsking(true)}>{t('hiring.changeReason')}</Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isAsking ? (
        <NotAFitDialog
          title={t('hiring.notAFitTitle', { name })}
          companyId={companyId}
          onClose={() => setIsAsking(false)}
          onChoose={(reason) => {
            setIsAsking(false);
            moveTo('not_a_fit', reason);
          }}
        />
      ) : null}
    </>
  );
}

type DialogProps = {
  title: string;
  companyId: string | undefined;
  onChoose: (reason: NotAFitReason) => void;
  onClose: () => void;
};

/** Asks why an applicant is not a fit. The driver never sees the reason. */
export function NotAFitDialog({ title, companyId, onChoose, onClose }: DialogProps) {
  const { data: settings } = useQuery(stagesQuery(companyId));
  const [reason, setReason] = useState<string | null>(null);
  const reasonCode = notAFitReasons.find(({ code }) => code === reason)?.code;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <Radio.Group
        value={reason}
        onChange={setReason}
        label={t('common.reason')}
        description={
          settings?.tellsNotSelected
            ? t('hiring.driverWillBeTold', { days: notSelectedDelayDays })
            : t('hiring.driversNeverSeeReason')
        }
      >
        <Stack gap="xs" mt="sm">
          {options(notAFitReasons, writeText).map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button color="orange" disabled={!reasonCode} onClick={() => reasonCode && onChoose(reasonCode)}>
          {t('hiring.markNotAFit')}
        </Button>
      </Group>
    </Modal>
  );
}
