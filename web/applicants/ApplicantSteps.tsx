import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type Ref, useRef, useState } from 'react';
import { queryClient } from '#web/api/query-client.ts';
import { listTotal, number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import { useShortcuts } from '#web/ui/shortcuts.ts';
import { toast } from '#web/ui/toast.ts';
import type { ApplicantPageSearch } from './applicants-search.ts';
import { type Applicant, type ApplicantSource, getListPageSize, listPageQuery } from './queries.ts';

/**
 * The position of a page in the whole list, and a function that loads the next or previous page. It returns a function that
 * opens that page's nearest applicant, or null if the page is empty.
 */
export type PagePosition = {
  start: number;
  total: number;
  loadAdjacentPage: (offset: 1 | -1) => Promise<(() => void) | null>;
};

type Props = {
  /** The open applicant. */
  id: string;
  /** The current page of the list. */
  applicants: readonly Applicant[];
  pagePosition: PagePosition;
  /** Whether a drawer shows the applicant. The shortcuts of a page are in the list of shortcuts, and off while a dialog is open. */
  isInDrawer?: boolean;
  onSelect: (applicant: Applicant) => void;
};

/**
 * Moves to the next and previous applicant of a list with buttons or with `j` and `k`, and shows where the open one is. Shows
 * nothing if the applicant was not in the list.
 */
export function ApplicantSteps({ id, applicants, pagePosition, isInDrawer = false, onSelect }: Props) {
  const { start, total, loadAdjacentPage } = pagePosition;
  const router = useRouter();
  const indexInPage = applicants.findIndex((row) => row.id === id);
  /** A change can remove the open applicant from a filtered list. The next applicant then has the same index. */
  const [lastIndex, setLastIndex] = useState(indexInPage);
  if (indexInPage >= 0 && indexInPage !== lastIndex) setLastIndex(indexInPage);
  const index = indexInPage < 0 ? lastIndex : indexInPage;
  const nextIndex = indexInPage < 0 ? index : index + 1;
  const previousButton = useRef<HTMLButtonElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const openAdjacentPage = async (offset: 1 | -1) => {
    const { href } = router.state.location;
    const open = await loadAdjacentPage(offset);
    // Someone who has opened another page in the meantime stays there.
    if (router.state.location.href === href) open?.();
  };
  const moveBy = (offset: 1 | -1) => {
    if (index < 0) return;
    const targetIndex = offset > 0 ? nextIndex : index - 1;
    const row = applicants[targetIndex];
    (offset > 0 ? nextButton : previousButton).current?.focus();
    if (row) onSelect(row);
    else if (start + targetIndex >= 0 && start + targetIndex < total) openAdjacentPage(offset).catch(toast.error);
  };
  const labels = { next: t('applicants.nextApplicant'), previous: t('applicants.previousApplicant') };
  const hotkeys: HotkeyItem[] = [
    ['j', () => moveBy(1)],
    ['k', () => moveBy(-1)],
  ];
  useHotkeys(isInDrawer ? hotkeys : []);
  useShortcuts(
    isInDrawer || index < 0
      ? []
      : [
          { key: 'j', label: labels.next, run: () => moveBy(1) },
          { key: 'k', label: labels.previous, run: () => moveBy(-1) },
        ],
  );
  if (index < 0) return null;
  return (
    <Group gap="xs">
      <StepButton
        ref={previousButton}
        label={labels.previous}
        hotkey="k"
        isDisabled={start + index === 0}
        onStep={() => moveBy(-1)}
      />
      <StepButton
        ref={nextButton}
        label={labels.next}
        hotkey="j"
        isDisabled={start + nextIndex >= total}
        onStep={() => moveBy(1)}
      />
      <Text size="sm" c="dimmed" className="tabular">
        {indexInPage < 0
          ? t('hiring.noLongerInList')
          : t('hiring.applicantOfTotal', { at: number(start + index + 1), total: listTotal(total) })}
      </Text>
    </Group>
  );
}

type StepProps = {
  ref: Ref<HTMLButtonElement>;
  label: string;
  hotkey: string;
  /** A disabled button keeps the focus at the first and last applicant. */
  isDisabled: boolean;
  onStep: () => void;
};

function StepButton({ ref, label, hotkey, isDisabled, onStep }: StepProps) {
  const Icon = hotkey === 'j' ? IconChevronDown : IconChevronUp;
  return (
    <Tooltip label={`${label} (${hotkey})`}>
      <ActionIcon
        ref={ref}
        variant="default"
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        onClick={onStep}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

type PagedList = {
  source: ApplicantSource;
  search: Pick<ApplicantPageSearch, 'page' | 'size' | 'sort' | 'filters' | 'q' | 'column'>;
  total: number;
  onOpen: (applicant: Applicant, page: number | undefined) => void;
};

/** The position of the page that `search` names. The first page has no number in the URL. */
export function getPagePosition({ source, search, total, onOpen }: PagedList): PagePosition {
  const { page = 1 } = search;
  return {
    start: (page - 1) * getListPageSize(source, search),
    total,
    loadAdjacentPage: async (offset) => {
      const adjacentPage = page + offset === 1 ? undefined : page + offset;
      const { items } = await queryClient.fetchQuery(listPageQuery(source, { ...search, page: adjacentPage }));
      const row = offset > 0 ? items[0] : items.at(-1);
      return row ? () => onOpen(row, adjacentPage) : null;
    },
  };
}
