import { Pagination, type PaginationProps } from '@mantine/core';
import { t } from '#web/texts/app.ts';

type Props = Omit<PaginationProps, 'total' | 'value'> & { pages: number; page: number; onChange: (page: number) => void };

/** The page buttons of a list. Nothing if there is only one page. */
export function Pages({ pages, page, ...props }: Props) {
  if (pages < 2) return null;
  return (
    <Pagination
      size="sm"
      {...props}
      total={pages}
      value={Math.min(page, pages)}
      getItemProps={(number) => ({ 'aria-label': t('common.pageNumber', { number }) })}
      getControlProps={(control) => ({ 'aria-label': t(`common.${control}Page`) })}
    />
  );
}
