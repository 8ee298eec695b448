import type { Content, ContentTable, TableCell } from 'pdfmake/interfaces.js';
import type { RichNode } from '#shared/rich-text/rich-text.ts';

const lineColor = '#c3cad4';
const headerFill = '#f1f4f8';
const padding = 5;
export const pointsPerPixel = 0.75;

type CellRenderer = (cell: RichNode, width: number) => Content[];

/** Defines a table with its column widths, spans and header cells. The leading header rows repeat on each page. */
export function pdfTable(table: RichNode, availableWidth: number, renderCell: CellRenderer): Content {
  const rows = table.content ?? [];
  const grid = layOutGrid(rows);
  const columnCount = Math.max(0, ...grid.map((row) => row.length));
  if (columnCount === 0) return '';
  const columnWidths = getColumnWidths(grid, columnCount, availableWidth);
  const body = grid.map((row) =>
    Array.from({ length: columnCount }, (_, column): TableCell => {
      const gridCell = row[column];
      if (!gridCell?.isTopLeft) return '';
      const { node, colspan, rowspan } = gridCell;
      const width = columnWidths.slice(column, column + colspan).reduce((sum, columnWidth) => sum + columnWidth, 0);
      const isHeader = node.type === 'tableHeader';
      return {
        stack: renderCell(node, Math.max(10, width - 2 * padding)),
        ...(colspan > 1 ? { colSpan: colspan } : {}),
        ...(rowspan > 1 ? { rowSpan: rowspan } : {}),
        ...(isHeader ? { bold: true, fillColor: headerFill } : {}),
        ...getAlignment(node),
      };
    }),
  );
  const tableContent: ContentTable = {
    table: { headerRows: countHeaderRows(grid), widths: columnWidths.map((width) => width - 2 * padding - 1), body },
    layout: {
      hLineWidth: () => 0.75,
      vLineWidth: () => 0.75,
      hLineColor: lineColor,
      vLineColor: lineColor,
      paddingLeft: () => padding,
      paddingRight: () => padding,
      paddingTop: () => 4,
      paddingBottom: () => 2,
    },
    margin: [0, 4, 0, 10],
  };
  return tableContent;
}

type GridCell = { node: RichNode; colspan: number; rowspan: number; isTopLeft: boolean };
type Grid = (GridCell | undefined)[][];

const toSpan = (value: unknown) => Math.max(1, Number(value) || 1);

/** Finds the position of each cell, which moves right past cells that span down from the rows above. */
function layOutGrid(rows: readonly RichNode[]): Grid {
  const grid: Grid = rows.map(() => []);
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0;
    for (const node of row.content ?? []) {
      while (grid[rowIndex]?.[column]) column += 1;
      const gridCell = {
        node,
        colspan: toSpan(node.attrs?.['colspan']),
        rowspan: Math.min(toSpan(node.attrs?.['rowspan']), rows.length - rowIndex),
      };
      for (let rowOffset = 0; rowOffset < gridCell.rowspan; rowOffset += 1)
        for (let columnOffset = 0; columnOffset < gridCell.colspan; columnOffset += 1) {
          const gridRow = grid[rowIndex + rowOffset];
          if (gridRow) gridRow[column + columnOffset] = { ...gridCell, isTopLeft: rowOffset === 0 && columnOffset === 0 };
        }
      column += gridCell.colspan;
    }
  }
  return grid;
}

/**
 * Returns the width of each column in points, as the user set it or less if the page is narrower. Columns without a width
 * share the rest.
 */
function getColumnWidths(grid: Grid, columnCount: number, availableWidth: number): number[] {
  const fixedWidths = Array.from({ length: columnCount }, (_, column) => {
    for (const row of grid) {
      const gridCell = row[column];
      const firstColumn = gridCell ? row.findIndex((otherCell) => otherCell?.node === gridCell.node) : -1;
      const pixelWidths = gridCell?.node.attrs?.['colwidth'];
      const pixels = Array.isArray(pixelWidths) ? Number(pixelWidths[column - firstColumn]) : 0;
      if (pixels > 0) return pixels * pointsPerPixel;
    }
    return 0;
  });
  const fixedTotal = fixedWidths.reduce((sum, width) => sum + width, 0);
  const freeColumnCount = fixedWidths.filter((width) => width === 0).length;
  const minWidth = 36;
  const freeColumnWidth = freeColumnCount > 0 ? Math.max(minWidth, (availableWidth - fixedTotal) / freeColumnCount) : 0;
  const widths = fixedWidths.map((width) => width || freeColumnWidth);
  const total = widths.reduce((sum, width) => sum + width, 0);
  return total > availableWidth ? widths.map((width) => (width * availableWidth) / total) : widths;
}

/** Counts the leading rows that have only header cells without row spans. Returns 0 if the table has no other rows. */
function countHeaderRows(grid: Grid): number {
  const isHeaderRow = (row: Grid[number]) =>
    row.every((gridCell) => gridCell?.node.type === 'tableHeader' && gridCell.rowspan === 1);
  const firstBodyRow = grid.findIndex((row) => !isHeaderRow(row));
  return firstBodyRow < 0 ? 0 : firstBodyRow;
}

function getAlignment({ attrs }: RichNode): { alignment?: 'left' | 'center' | 'right' } {
  const alignment = (['left', 'center', 'right'] as const).find((option) => option === attrs?.['align']);
  return alignment ? { alignment } : {};
}
