import type { Content, ContentTable, TableCell } from 'pdfmake/interfaces.js';
import type { RichNode } from '#shared/rich-text/rich-text.ts';

const line = '#c3cad4';
const headerFill = '#f1f4f8';
const padding = 5;
/** Points per pixel. */
export const pointsPerPixel = 0.75;

type Draw = (cell: RichNode, width: number) => Content[];

/** A table with its column widths, spans and header cells. Rows of only header cells repeat on each page. */
export function pdfTable(table: RichNode, available: number, draw: Draw): Content {
  const rows = table.content ?? [];
  const grid = layOutGrid(rows);
  const columns = Math.max(0, ...grid.map((row) => row.length));
  if (columns === 0) return '';
  const widths = widthsOf(grid, columns, available);
  const body = grid.map((row) =>
    Array.from({ length: columns }, (_, column): TableCell => {
      const place = row[column];
      if (!place?.isFirst) return '';
      const { node, colspan, rowspan } = place;
      const width = widths.slice(column, column + colspan).reduce((sum, one) => sum + one, 0);
      const isHeader = node.type === 'tableHeader';
      return {
        stack: draw(node, Math.max(10, width - 2 * padding)),
        ...(colspan > 1 ? { colSpan: colspan } : {}),
        ...(rowspan > 1 ? { rowSpan: rowspan } : {}),
        ...(isHeader ? { bold: true, fillColor: headerFill } : {}),
        ...alignmentOf(node),
      };
    }),
  );
  const tableContent: ContentTable = {
    table: { headerRows: headerRows(grid), widths: widths.map((width) => width - 2 * padding - 1), body },
    layout: {
      hLineWidth: () => 0.75,
      vLineWidth: () => 0.75,
      hLineColor: line,
      vLineColor: line,
      paddingLeft: () => padding,
      paddingRight: () => padding,
      paddingTop: () => 4,
      paddingBottom: () => 2,
    },
    margin: [0, 4, 0, 10],
  };
  return tableContent;
}

type Place = { node: RichNode; colspan: number; rowspan: number; isFirst: boolean };
type Grid = (Place | undefined)[][];

const span = (value: unknown) => Math.max(1, Number(value) || 1);

/** The position of each cell after cells that span down from above have taken theirs. */
function layOutGrid(rows: readonly RichNode[]): Grid {
  const grid: Grid = rows.map(() => []);
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const node of row.content ?? []) {
      while (grid[at]?.[column]) column += 1;
      const place = {
        node,
        colspan: span(node.attrs?.['colspan']),
        rowspan: Math.min(span(node.attrs?.['rowspan']), rows.length - at),
      };
      for (let down = 0; down < place.rowspan; down += 1)
        for (let right = 0; right < place.colspan; right += 1) {
          const line = grid[at + down];
          if (line) line[column + right] = { ...place, isFirst: down === 0 && right === 0 };
        }
      column += place.colspan;
    }
  }
  return grid;
}

/**
 * The width of each column in points: as the user set it, or less if the page is narrower. Columns without a width share
 * the rest.
 */
function widthsOf(grid: Grid, columns: number, available: number): number[] {
  const fixedWidths = Array.from({ length: columns }, (_, column) => {
    for (const row of grid) {
      const place = row[column];
      const first = place ? row.findIndex((one) => one?.node === place.node) : -1;
      const widths = place?.node.attrs?.['colwidth'];
      const pixels = Array.isArray(widths) ? Number(widths[column - first]) : 0;
      if (pixels > 0) return pixels * pointsPerPixel;
    }
    return 0;
  });
  const fixedTotal = fixedWidths.reduce((sum, width) => sum + width, 0);
  const free = fixedWidths.filter((width) => width === 0).length;
  const min = 36;
  const share = free > 0 ? Math.max(min, (available - fixedTotal) / free) : 0;
  const widths = fixedWidths.map((width) => width || share);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return total > available ? widths.map((width) => (width * available) / total) : widths;
}

/** The leading rows of header cells, as long as none spans below them. Never all rows. */
function headerRows(grid: Grid): number {
  const isHead = (row: Grid[number]) => row.every((place) => place?.node.type === 'tableHeader' && place.rowspan === 1);
  const end = grid.findIndex((row) => !isHead(row));
  return end < 0 ? 0 : end;
}

function alignmentOf({ attrs }: RichNode): { alignment?: 'left' | 'center' | 'right' } {
  const alignment = (['left', 'center', 'right'] as const).find((one) => one === attrs?.['align']);
  return alignment ? { alignment } : {};
}
