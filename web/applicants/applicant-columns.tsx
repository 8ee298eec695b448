import { Badge, Group, Text } from '@mantine/core';
import { endorsements, jobTypes, labelOf, options } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import type { FilterOption, GridColumn } from '#web/ui/grid/columns.ts';
import { DateText } from '#web/ui/Values.tsx';
import type { Applicant } from './queries.ts';

const missing = 'n/a';
const list = (codes: readonly string[], catalogue: typeof jobTypes | typeof endorsements) =>
  codes.map((code) => labelOf(catalogue, code)).join(', ') || missing;
const yesNo = (value: boolean | null) => (value === null ? missing : value ? 'Yes' : 'No');

/** Texts of the specification for what an applicant did not say (`spec: work §3 Applicant`). */
export const words = {
  experience: ({ yearsOfExperience: years }: Applicant) => (years === null ? missing : format.count(years, 'year')),
  cdl: ({ cdlStatus }: Applicant) => cdlStatus ?? 'No CDL.',
  driven: ({ workExperiences }: Applicant) => list(workExperiences, jobTypes),
  endorsements: (applicant: Applicant) => list(applicant.endorsements, endorsements),
  ownerOperator: ({ ownerOperator }: Applicant) => yesNo(ownerOperator),
  /** For the table: the first two, and how many more. */
  drivenShort: ({ workExperiences: codes }: Applicant) =>
    codes.length > 2 ? `${list(codes.slice(0, 2), jobTypes)} +${codes.length - 2}` : list(codes, jobTypes),
  withinRange: ({ withinRange }: Applicant) => yesNo(withinRange),
  age: ({ isOver21 }: Applicant) => (isOver21 === null ? missing : isOver21 ? '21 or over' : 'Under 21'),
  place: (applicant: Applicant) => format.cityState(applicant) || missing,
};

/** The columns of the specification; ids are the wire's fields, which sort and filter. */
export function applicantColumns(tags: readonly FilterOption[]): GridColumn<Applicant>[] {
  return [
    {
      id: 'applicant',
      header: 'Applicant',
      onCard: 'title',
      isSortable: true,
      filter: { kind: 'text' },
      cell: (applicant) => (
        <Text span fw={600} size="sm">
          {format.fullName(applicant)}
        </Text>
      ),
    },
    {
      id: 'application_at',
      header: 'Applied',
      isSortable: true,
      filter: { kind: 'date' },
      cell: ({ applicationAt }) => <DateText value={applicationAt} />,
    },
    {
      id: 'distance',
      header: 'Distance',
      isSortable: true,
      filter: { kind: 'number' },
      cell: ({ distance }) => format.distance(distance),
    },
    {
      id: 'years_of_experience',
      header: 'Experience',
      isSortable: true,
      filter: { kind: 'number' },
      cell: words.experience,
    },
    { id: 'cdl', header: 'CDL', cell: words.cdl },
    { id: 'job_type', header: 'Has driven', filter: { kind: 'enum', options: options(jobTypes) }, cell: words.drivenShort },
    {
      id: 'endorsements',
      header: 'Endorsements',
      filter: { kind: 'enum', options: options(endorsements) },
      cell: words.endorsements,
    },
    { id: 'within_range', header: 'Within range', isSortable: true, filter: { kind: 'flag' }, cell: words.withinRange },
    { id: 'owner_operator', header: 'Owner-operator', isSortable: true, filter: { kind: 'flag' }, cell: words.ownerOperator },
    { id: 'tag', header: 'Tags', filter: { kind: 'tag', options: tags }, cell: (applicant) => <Tags applicant={applicant} /> },
  ];
}

function Tags({ applicant: { tags } }: { applicant: Applicant }) {
  if (tags.length === 0) return '-';
  return (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Badge key={tag.id} component="span" variant="default" tt="none" fw={500}>
          {tag.text}
        </Badge>
      ))}
    </Group>
  );
}
