import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { schemes } from '#shared/brand.ts';
import { date, money } from '#shared/format.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { platformZone } from '#shared/time-zone.ts';
import { printable } from './printable.ts';
import { type Receipt, receiptTitle } from './receipt.ts';

const { text: ink, dimmed, accent, rail, surface } = schemes.light;
const hairline = '#d5dbe3';
const margin = 48;

/** A font of more letters than every reader of PDFs has (`printable.ts`); what is used of it goes into the file. */
const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`));
const fonts = { normal: fontFile('Regular'), bold: fontFile('Medium') };
pdfmake.setFonts({ Roboto: fonts });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));

/** The receipt as a PDF of selectable text (`product: Money`). Nothing is fetched, and no file is read but the font. */
export function receiptPdf(receipt: Receipt): Promise<Buffer> {
  return pdfmake.createPdf(documentOf(receipt)).getBuffer();
}

const dollars = (cents: number) => money(toDollars(cents));
const dayFor =
  ({ timeZone = platformZone }: Receipt) =>
  (at: string) =>
    date(at, timeZone);

function documentOf(receipt: Receipt): TDocumentDefinitions {
  const title = `${receiptTitle[receipt.kind]} ${receipt.number}`;
  return {
    info: { title, author: 'Haulboard', creator: 'Haulboard', producer: 'Haulboard' },
    language: 'en-US',
    pageSize: 'LETTER',
    pageMargins: [margin, 104, margin, 64],
    defaultStyle: { font: 'Roboto', fontSize: 10, color: ink, lineHeight: 1.25 },
    header: () => head(receipt),
    footer: (page, pages) => ({
      margin: [margin, 16, margin, 0],
      fontSize: 8,
      color: dimmed,
      columns: [{ text: 'Haulboard, hiring for trucking' }, { text: `${title}, page ${page} of ${pages}`, alignment: 'right' }],
    }),
    content: [facts(receipt), lines(receipt), sums(receipt), ...refunds(receipt), note(receipt)],
  };
}

function head({ kind, number }: Receipt): Content {
  return {
    stack: [
      { canvas: [{ type: 'rect', x: 0, y: 0, w: 612, h: 68, color: rail }] },
      { canvas: [{ type: 'rect', x: 0, y: 0, w: 612, h: 4, color: accent }] },
      {
        relativePosition: { x: margin, y: -50 },
        columns: [
          { text: 'Haulboard', bold: true, fontSize: 18, color: surface, width: '*' },
          {
            width: 'auto',
            margin: [0, -4, margin * 2, 0],
            stack: [
              { text: receiptTitle[kind], bold: true, fontSize: 14, color: surface, alignment: 'right' },
              { text: number, fontSize: 10, color: surface, alignment: 'right' },
            ],
          },
        ],
      },
    ],
  };
}

function facts(receipt: Receipt): Content {
  const day = dayFor(receipt);
  const { company, billedAt, dueAt, paidAt, voidedAt, paidWith, status, refunds: given, kind } = receipt;
  const rows: [string, string][] = [['Date', day(kind === 'refund' ? (given[0]?.at ?? billedAt) : billedAt)]];
  if (status === 'open' && dueAt) rows.push(['Due', day(dueAt)]);
  if (paidAt) rows.push(['Paid', day(paidAt)]);
  if (voidedAt) rows.push(['Voided', day(voidedAt)]);
  if (paidWith) rows.push(['Paid with', paidWith]);
  return {
    margin: [0, 0, 0, 24],
    columns: [
      {
        width: '*',
        stack: [
          { text: 'Billed to', color: dimmed, fontSize: 9 },
          { text: printable(company.name), bold: true, fontSize: 12 },
          ...company.address.map((line) => ({ text: printable(line) })),
          { text: printable(company.email) },
        ],
      },
      {
        width: 'auto',
        table: {
          body: rows.map(([label, value]) => [
            { text: label, color: dimmed, margin: [0, 0, 16, 0], noWrap: true },
            { text: printable(value), alignment: 'right', noWrap: true },
          ]),
        },
        layout: 'noBorders',
      },
    ],
  };
}

function lines({ lines: billed }: Receipt): Content {
  const body: TableCell[][] = [
    [
      { text: 'Description', bold: true, fontSize: 9, color: dimmed },
      { text: 'Amount', bold: true, fontSize: 9, color: dimmed, alignment: 'right' },
    ],
    ...billed.map(({ description, amountCents }) => [
      { text: printable(description) },
      { text: dollars(amountCents), alignment: 'right' as const, noWrap: true },
    ]),
  ];
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: ['*', 'auto'], body },
    layout: {
      hLineWidth: () => 0.75,
      vLineWidth: () => 0,
      hLineColor: () => hairline,
      paddingTop: () => 6,
      paddingBottom: () => 5,
      paddingLeft: () => 0,
      paddingRight: () => 0,
    },
  };
}

function sums({ kind, status, totalCents, refunds: given }: Receipt): Content {
  const refunded = given.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const rows: [string, string][] = [
    ['Tax', dollars(0)],
    ['Total', dollars(totalCents)],
  ];
  if (refunded > 0) rows.push([kind === 'refund' ? 'This refund' : 'Refunded or credited', `-${dollars(refunded)}`]);
  if (kind !== 'refund' && status === 'paid' && refunded > 0) rows.push(['Net paid', dollars(totalCents - refunded)]);
  if (kind !== 'refund' && status === 'open') rows.push(['Amount due', dollars(totalCents - refunded)]);
  if (kind !== 'refund' && status === 'void') rows.push(['Amount due', dollars(0)]);
  const last = rows.length - 1;
  return {
    unbreakable: true,
    margin: [0, 12, 0, 24],
    columns: [
      { width: '*', text: '' },
      {
        width: 240,
        table: {
          widths: ['*', 'auto'],
          body: rows.map(([label, value], n) => [
            { text: label, bold: n === last, fontSize: n === last ? 12 : 10 },
            { text: value, bold: n === last, fontSize: n === last ? 12 : 10, alignment: 'right' },
          ]),
        },
        layout: 'noBorders',
      },
    ],
  };
}

function refunds(receipt: Receipt): Content[] {
  const given = receipt.refunds;
  const day = dayFor(receipt);
  if (given.length === 0) return [];
  return [
    { text: given.length === 1 ? 'Refund' : 'Refunds', bold: true, margin: [0, 0, 0, 4] },
    ...given.map(({ number, at, amountCents, how, reason }) => ({
      text: `${number}, ${day(at)}: ${dollars(amountCents)}, ${how}. ${printable(reason)}`,
      margin: [0, 0, 0, 2] as [number, number, number, number],
    })),
  ];
}

const notes: Record<Receipt['status'], string> = {
  open: 'Please pay by the due date and include the invoice number.',
  paid: 'Paid in full. Thank you for hiring with Haulboard.',
  void: 'This invoice was voided. No payment is due.',
};

function note({ kind, status }: Receipt): Content {
  const text = kind === 'refund' ? 'Card refunds appear on your statement within a few business days.' : notes[status];
  return { text, color: dimmed, margin: [0, 16, 0, 0] };
}
