import { Alert, Anchor, Badge, Button, Group, Progress, Select, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMail, IconMessage, IconPhone, IconQuestionMark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { phone as phoneText } from '#shared/format.ts';
import { percent } from '#web/browser/format.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { DateText, EmailText } from '#web/ui/Values.tsx';
import {
  applicantPageQuery,
  colleaguesQuery,
  stagesQuery,
  useAssignOwner,
  useMarkViewed,
  useMergePeople,
  type Applicant,
} from './queries.ts';
import { StageMenu, stageText } from './StageMenu.tsx';

type Props = { applicant: Applicant; companyId: string | undefined; mayEdit: boolean };

/** The applicant's contact buttons, stage and owner. */
export function ApplicantHeader({ applicant, companyId, mayEdit }: Props) {
  const { phone, email } = applicant;
  const { data: settings } = useQuery(stagesQuery(companyId));
  useMarkAsViewed(applicant.id, mayEdit);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {phone ? (
          <>
            <Button component="a" href={`tel:+1${phone}`} variant="default" leftSection={<IconPhone size={16} aria-hidden />}>
              {phoneText(phone)}
            </Button>
            <Button component="a" href={`sms:+1${phone}`} variant="default" leftSection={<IconMessage size={16} aria-hidden />}>
              {t('hiring.textDriver')}
            </Button>
          </>
        ) : null}
        {email ? (
          <Button component="a" href={`mailto:${email}`} variant="default" leftSection={<IconMail size={16} aria-hidden />}>
            <EmailText email={email} />
          </Button>
        ) : null}
      </Group>
      <Group gap="sm" align="flex-end">
        {mayEdit ? (
          <StageMenu applicant={applicant} companyId={companyId} />
        ) : (
          <Badge variant="default" tt="none">
            {stageText(settings, applicant.stage)}
          </Badge>
        )}
        {mayEdit ? <OwnerSelect applicant={applicant} companyId={companyId} /> : null}
      </Group>
    </Stack>
  );
}

/** Records that the company has opened the application. */
function useMarkAsViewed(id: string, mayEdit: boolean): void {
  const me = useMe();
  const { mutate } = useMarkViewed();
  const isOwnCompany = mayEdit && me.companyId !== null;
  useEffect(() => {
    if (isOwnCompany) mutate({ id });
  }, [id, isOwnCompany, mutate]);
}

function OwnerSelect({ applicant, companyId }: Omit<Props, 'mayEdit'>) {
  const { data: colleagues } = useQuery(colleaguesQuery(companyId));
  const assign = useAssignOwner();
  const { owner } = applicant;
  const people = colleagues ?? [];
  const isListed = !owner || people.some(({ id }) => id === owner.id);
  const ownerOptions = [...people, ...(isListed || !owner ? [] : [owner])].map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      aria-label={t('common.owner')}
      placeholder={t('hiring.noOwner')}
      clearable
      searchable
      w="12rem"
      value={owner?.id ?? null}
      data={ownerOptions}
      disabled={assign.isPending}
      onChange={(ownerId) => assign.mutate({ applicantId: applicant.id, ownerId })}
    />
  );
}

type OtherProps = { applicantId: string; onSelect?: (id: string) => void };

/** The person's other applications to the company. */
export function OtherApplications({ applicantId, onSelect }: OtherProps) {
  const { data } = useQuery(applicantPageQuery(applicantId));
  const others = (data?.applications ?? []).filter(({ id }) => id !== applicantId);
  if (others.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text component="h3" size="sm" fw={600}>
        {t('hiring.alsoAppliedTo', { count: others.length })}
      </Text>
      {others.map(({ id, jobTitle, applicationAt }) => (
        <Text key={id} size="sm">
          {onSelect ? (
            <Anchor component="button" type="button" inherit onClick={() => onSelect(id)}>
              {jobTitle}
            </Anchor>
          ) : (
            <Anchor inherit renderRoot={(props) => <Link {...props} to="/company/applicants/$id" params={{ id }} />}>
              {jobTitle}
            </Anchor>
          )}{' '}
          · <DateText value={applicationAt} />
        </Text>
      ))}
    </Stack>
  );
}

/** The match score with its parts, the job's requirements and possible duplicates. */
export function ApplicantFit({ applicant, mayEdit }: Omit<Props, 'companyId'>) {
  const { data } = useQuery(applicantPageQuery(applicant.id));
  if (!data) return null;
  const { reasons, requirements } = data;
  return (
    <Stack gap="md">
      <Stack gap="xs">
        <Group gap="xs" align="baseline">
          <Text component="h3" fw={650}>
            {t('hiring.fitWithJob', { job: applicant.job.title })}
          </Text>
          {applicant.matchScore === null ? null : (
            <Badge variant="light" tt="none">
              {t('hiring.matchPercent', { percent: percent(applicant.matchScore) })}
            </Badge>
          )}
        </Group>
        {requirements.map((one) => (
          <Requirement key={`${one.kind} ${one.name}`} name={one.name} isMet={one.isMet} />
        ))}
        {reasons.map(({ part, label, text, points, of }) => (
          <Stack key={part} gap={2}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm">
                {label}: {text}
              </Text>
              <Text size="xs" c="dimmed" className="tabular">
                {t('hiring.pointsOf', { points, of })}
              </Text>
            </Group>
            <Progress value={of === 0 ? 0 : (points / of) * 100} size="xs" aria-hidden />
          </Stack>
        ))}
      </Stack>
      {mayEdit ? <Duplicates applicantId={applicant.id} duplicates={data.possibleDuplicates} /> : null}
    </Stack>
  );
}

function Requirement({ name, isMet }: { name: string; isMet: boolean | null }) {
  const Icon = isMet === null ? IconQuestionMark : isMet ? IconCheck : IconAlertTriangle;
  const color = isMet === null ? 'dimmed' : isMet ? 'green' : 'red';
  const status = isMet === null ? t('hiring.notAnswered') : isMet ? t('hiring.requirementMet') : t('hiring.requirementNotMet');
  return (
    <Group gap="xs" wrap="nowrap">
      <Text c={color} component="span" lh={1}>
        <Icon size={16} aria-hidden />
      </Text>
      <Text size="sm">
        {name} <VisuallyHidden>{status}</VisuallyHidden>
      </Text>
      {isMet === true ? null : (
        <Text size="xs" c="dimmed" aria-hidden>
          {status}
        </Text>
      )}
    </Group>
  );
}

type Duplicate = { applicantId: string; name: string; jobTitle: string; sameFields: ('phone' | 'email' | 'name')[] };

/** People who may be the same person under another account. */
function Duplicates({ applicantId, duplicates }: { applicantId: string; duplicates: readonly Duplicate[] }) {
  const merge = useMergePeople();
  const { ask, dialog } = useConfirm();
  if (duplicates.length === 0) return null;
  const confirmMerge = async ({ applicantId: duplicateId, name }: Duplicate) => {
    const isConfirmed = await ask({
      title: t('hiring.mergeTitle', { name }),
      message: t('hiring.mergeMeaning'),
      confirmLabel: t('hiring.merge'),
    });
    if (isConfirmed) merge.mutate({ applicantId, duplicateId });
  };
  const sameText = { phone: t('hiring.samePhone'), email: t('hiring.sameEmail'), name: t('hiring.sameName') };
  return (
    <Alert color="amber" title={t('hiring.possibleDuplicates')}>
      <Stack gap="xs">
        {duplicates.map((one) => (
          <Group key={one.applicantId} justify="space-between" gap="xs">
            <Text size="sm">
              {one.name}, {one.jobTitle} ({one.sameFields.map((field) => sameText[field]).join(', ')})
            </Text>
            <Button size="xs" variant="default" loading={merge.isPending} onClick={() => void confirmMerge(one)}>
              {t('hiring.merge')}
            </Button>
          </Group>
        ))}
      </Stack>
      {dialog}
    </Alert>
  );
}
