import { type RefObject, useEffect, useRef } from 'react';
import { useShortcuts } from '#web/ui/shortcuts.ts';
import { t } from '#web/texts/app.ts';

/** Marks the link of each row that the keys move to. */
export const walkStop = 'data-applicant';

type Acts = { opened: string | undefined; open: (id: string) => void; tag: ((id: string) => void) | undefined };

/**
 * `j` and `k` move the focus between applicants, Enter opens the focused one, and `t` opens it at its tags
 * (`docs/product/screens.md#keyboard`). The real focus moves to the name's link, so that it is visible, announced, and
 * restored on closing.
 */
export function useWalk({ opened, open, tag }: Acts): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const closed = opened ? undefined : last.current;
    last.current = opened;
    if (closed) list.current?.querySelector<HTMLElement>(`[${walkStop}="${CSS.escape(closed)}"]`)?.focus();
  }, [opened]);
  const stops = () => [...(list.current?.querySelectorAll<HTMLElement>(`[${walkStop}]`) ?? [])];
  /** The row that contains the focused control. */
  const current = () => stops().findIndex((stop) => stop.closest('tr, li')?.contains(document.activeElement));
  const step = (by: number) => {
    const all = stops();
    const at = current();
    const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
    next?.focus();
    next?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
  };
  const act = (run: (id: string) => void) => {
    const stop = stops()[Math.max(current(), 0)];
    stop?.focus();
    const id = stop?.getAttribute(walkStop);
    if (id) run(id);
  };
  useShortcuts([
    { key: 'j', label: t('applicants.nextApplicant'), run: () => step(1) },
    { key: 'k', label: t('applicants.previousApplicant'), run: () => step(-1) },
    { key: 'Enter', label: t('applicants.openTheApplicant'), run: () => act(open) },
    ...(tag ? [{ key: 't', label: t('applicants.tagTheApplicant'), run: () => act(tag) }] : []),
  ]);
  return list;
}
