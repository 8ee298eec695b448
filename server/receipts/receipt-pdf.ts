import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { toCardParameters } from '#shared/billing/cards.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { schemes } from '#shared/brand.ts';
import { date, formatsIn } from '#shared/format.ts';
import { type Language, localeOf, type Translator } from '#shared/texts/texts.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { platformZone } from '#shared/time-zone.ts';
import { paidWithText, type Receipt } from './receipt.ts';

/** The characters of the PDF font: Latin with all accents (including Vietnamese), Greek, Cyrillic, and common punctuation. */
const printablePattern =
  /[ -~\u00a0-\u017f\u018f\u0192\u01a0\u01a1\u01af\u01b0\u01f0\u01fa-\u01ff\u0218-\u021b\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0482\u0488-\u0513\u1e00\u1e01\u1e3e\u1e3f\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2017-\u201e\u2020-\u2022\u2025\u2026\u2030\u2032\u2033\u2039\u203a\u2044\u20a3\u20a4\u20a6-\u20ac\u20b1\u20b9\u20ba\u20bc\u20bd\u2105\u2113\u2116\u2122\u2126\u212e\u2202\u2206\u220f\u2211\u2212\u221a\u221e\u2248\u2260\u2264\u2265]/u;
/** Emoji, and the characters that join and color them. */
const emojiPattern = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\p{Variation_Selector}|\u20e3/u;

/**
 * Text as the PDF font can print it. Emoji are removed, because a name can be read without them. A letter that the font
 * lacks loses its accents (`ǎ` becomes `a`), and a character of another script becomes a question mark.
 */
export function toPrintable(text: string): string {
  return Array.from(text.normalize('NFC').replace(/\s+/g, ' '), toPrintableCharacter).join('').replace(/ {2,}/g, ' ').trim();
}

function toPrintableCharacter(character: string): string {
  if (printablePattern.test(character)) return character;
  if (emojiPattern.test(character) || /\p{C}/u.test(character)) return '';
  const withoutAccents = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return withoutAccents !== '' && Array.from(withoutAccents).every((part) => printablePattern.test(part)) ? withoutAccents : '?';
}

const { text: ink, dimmed, accent, rail, surface } = schemes.light;
const hairline = '#d5dbe3';
const margin = 48;

/** The PDF embeds the used part of this font, which has more letters than the fonts that every PDF reader has. */
const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`));
const fonts = { normal: fontFile('Regular'), bold: fontFile('Medium') };
pdfmake.setFonts({ Roboto: fonts });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));

/** A document as a PDF. It loads nothing except the font files. */
export const createPdf = (document: TDocumentDefinitions): Promise<Buffer> => pdfmake.createPdf(document).getBuffer();

/** The receipt as a PDF with selectable text (`docs/product/money.md#receipts`). */
export function receiptPdf(receipt: Receipt, language: Language): Promise<Buffer> {
  return createPdf({ ...createDocument(translatorIn(language), receipt), language: localeOf(language) });
}

const formatDollars = (t: Translator, cents: number) => formatsIn(t.language).money(toDollars(cents));
const createDayFormatter =
  ({ timeZone = platformZone }: Receipt) =>
  (at: string) =>
    date(at, timeZone);

function createDocument(t: Translator, receipt: Receipt): TDocumentDefinitions {
  const { kind, number } = receipt;
  return {
    info: {
      title: t('receipts.documentTitle', { kind, number }),
      author: 'Haulboard',
      creator: 'Haulboard',
      producer: 'Haulboard',
    },
    pageSize: 'LETTER',
    pageMargins: [margin, 104, margin, 64],
    defaultStyle: { font: 'Roboto', fontSize: 10, color: ink, lineHeight: 1.25 },
    header: () => head(t, receipt),
    footer: (page, pages) => ({
      margin: [margin, 16, margin, 0],
      fontSize: 8,
      color: dimmed,
      columns: [
        { text: t('emails.slogan') },
        { text: t('receipts.pageFooter', { kind, number, page, pages }), alignment: 'right' },
      ],
    }),
    content: [detailRows(t, receipt), lines(t, receipt), sums(t, receipt), ...refunds(t, receipt), note(t, receipt)],
  };
}

function head(t: Translator, { kind, number }: Receipt): Content {
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
              { text: t('receipts.title', { kind }), bold: true, fontSize: 14, color: surface, alignment: 'right' },
              { text: number, fontSize: 10, color: surface, alignment: 'right' },
            ],
          },
        ],
      },
    ],
  };
}

function detailRows(t: Translator, receipt: Receipt): Content {
  const day = createDayFormatter(receipt);
  const { company, billedAt, dueAt, paidAt, voidedAt, status, refunds: refundLines, kind } = receipt;
  const rows: [string, string][] = [[t('common.date'), day(kind === 'refund' ? (refundLines[0]?.at ?? billedAt) : billedAt)]];
  if (status === 'open' && dueAt) rows.push([t('common.due'), day(dueAt)]);
  if (paidAt) rows.push([t('receipts.paid'), day(paidAt)]);
  if (voidedAt) rows.push([t('receipts.voided'), day(voidedAt)]);
  const paidWith = paidWithText(t, receipt);
  if (paidWith) rows.push([t('common.paidWith'), paidWith]);
  return {
    margin: [0, 0, 0, 24],
    columns: [
      {
        width: '*',
        stack: [
          { text: t('receipts.billedTo'), color: dimmed, fontSize: 9 },
          { text: toPrintable(company.name), bold: true, fontSize: 12 },
          ...(company.attention ? [{ text: toPrintable(t('receipts.attention', { name: company.attention })) }] : []),
          ...company.address.map((line) => ({ text: toPrintable(line) })),
          { text: toPrintable(company.email) },
        ],
      },
      {
        width: 'auto',
        table: {
          body: rows.map(([label, value]) => [
            { text: label, color: dimmed, margin: [0, 0, 16, 0], noWrap: true },
            { text: toPrintable(value), alignment: 'right', noWrap: true },
          ]),
        },
        layout: 'noBorders',
      },
    ],
  };
}

function lines(t: Translator, { lines: receiptLines }: Receipt): Content {
  const body: TableCell[][] = [
    [
      { text: t('common.description'), bold: true, fontSize: 9, color: dimmed },
      { text: t('common.amount'), bold: true, fontSize: 9, color: dimmed, alignment: 'right' },
    ],
    ...receiptLines.map(({ description, amountCents }) => [
      { text: toPrintable(description) },
      { text: formatDollars(t, amountCents), alignment: 'right' as const, noWrap: true },
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

function sums(t: Translator, { kind, status, totalCents, refunds: refundLines }: Receipt): Content {
  const refundedCents = refundLines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const rows: [string, string][] = [
    [t('receipts.tax'), formatDollars(t, 0)],
    [t('common.total'), formatDollars(t, totalCents)],
  ];
  if (refundedCents > 0)
    rows.push([
      kind === 'refund' ? t('receipts.thisRefund') : t('common.refundedOrCredited'),
      `-${formatDollars(t, refundedCents)}`,
    ]);
  if (kind !== 'refund' && status === 'paid' && refundedCents > 0)
    rows.push([t('receipts.netPaid'), formatDollars(t, totalCents - refundedCents)]);
  if (kind !== 'refund' && status === 'open') rows.push([t('common.amountDue'), formatDollars(t, totalCents - refundedCents)]);
  if (kind !== 'refund' && status === 'void') rows.push([t('common.amountDue'), formatDollars(t, 0)]);
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

function refunds(t: Translator, receipt: Receipt): Content[] {
  const refundLines = receipt.refunds;
  const day = createDayFormatter(receipt);
  if (refundLines.length === 0) return [];
  return [
    { text: t('receipts.refunds', { count: refundLines.length }), bold: true, margin: [0, 0, 0, 4] },
    ...refundLines.map((refund) => ({
      text: refundLine(t, refund, day(refund.at)),
      margin: [0, 0, 0, 2] as [number, number, number, number],
    })),
  ];
}

function refundLine(t: Translator, { number, amountCents, to, reason }: Receipt['refunds'][number], date: string): string {
  const textParams = { number, date, amount: formatDollars(t, amountCents), reason: toPrintable(reason) };
  if (to === undefined) return t('receipts.refundLine', textParams);
  if (to === 'credit') return t('receipts.refundLineCredit', textParams);
  return to.card
    ? t('receipts.refundLineToCard', { ...textParams, card: t('labels.cardEndingIn', toCardParameters(to.card)) })
    : t('receipts.refundLineToUnknownCard', textParams);
}

const notes = { open: 'receipts.noteOpen', paid: 'receipts.notePaid', void: 'receipts.noteVoid' } as const;

function note(t: Translator, { kind, status }: Receipt): Content {
  const text = kind === 'refund' ? t('receipts.noteRefund') : t(notes[status]);
  return { text, color: dimmed, margin: [0, 16, 0, 0] };
}
