import { Pagination, type PaginationProps } from '@mantine/core';

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
      getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
      getControlProps={(control) => ({ 'aria-label': `${control[0]?.toUpperCase()}${control.slice(1)} page` })}
    />
  );
}
