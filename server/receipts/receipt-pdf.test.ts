import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { toPrintable, receiptPdf } from './receipt-pdf.ts';
import type { Receipt } from './receipt.ts';

const paidReceipt: Receipt = {
  kind: 'receipt',
  number: 'INV-2026-000123',
  status: 'paid',
  company: {
    name: 'Łódź & Söhne “Freight”',
    address: ['1414 Harney St', 'Omaha, NE 68102'],
    email: 'billing@prairie.example',
  },
  billedAt: '2026-11-21T05:30:00.000Z',
  dueAt: null,
  paidAt: '2026-11-21T05:30:00.000Z',
  voidedAt: null,
  paidWith: { card: { cardType: 'visa', maskedNumber: '411111******1111' } },
  lines: [
    { description: '30-day posting: CDL-A Regional Driver, Omaha, NE', amountCents: 30_000 },
    { description: 'Promote: CDL-A Regional Driver, Omaha, NE', amountCents: 10_000 },
  ],
  totalCents: 40_000,
  refunds: [],
};

async function extractPdfText(receipt: Receipt) {
  const pdf = await getDocumentProxy(new Uint8Array(await receiptPdf(receipt, 'en')));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), totalPages };
}

describe('the PDF of a receipt', () => {
  it('says who paid what, with what, and when', async () => {
    const { text, totalPages } = await extractPdfText(paidReceipt);
    expect(totalPages).toBe(1);
    for (const part of [
      'Receipt INV-2026-000123',
      'Łódź & Söhne “Freight”',
      '1414 Harney St',
      'Omaha, NE 68102',
      'billing@prairie.example',
      'Paid with Visa ending in 1111',
      'Paid 11/20/2026',
      '30-day posting: CDL-A Regional Driver, Omaha, NE $300.00',
      'Promote: CDL-A Regional Driver, Omaha, NE $100.00',
      'Tax $0.00',
      'Total $400.00',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Amount due');
  });

  it('says what is due of an open invoice, less what was credited', async () => {
    const credit = {
      number: 'INV-2026-000123-R1',
      at: paidReceipt.billedAt,
      amountCents: 5000,
      to: 'credit' as const,
      reason: 'Late.',
    };
    const { text } = await extractPdfText({
      ...paidReceipt,
      kind: 'invoice',
      status: 'open',
      paidAt: null,
      paidWith: null,
      dueAt: '2026-12-21T18:00:00.000Z',
      refunds: [credit],
    });
    for (const part of [
      'Invoice INV-2026-000123',
      'Due 12/21/2026',
      'Refunded or credited -$50.00',
      'Amount due $350.00',
      '11/20/2026: $50.00, as a credit. Late.',
    ])
      expect(text).toContain(part);
  });

  it('goes over as many pages as there are lines, each with its number', async () => {
    const lines = Array.from({ length: 150 }, (_, n) => ({ description: `Posting ${n + 1}`, amountCents: 100 }));
    const { text, totalPages } = await extractPdfText({ ...paidReceipt, lines, totalCents: 15_000 });
    expect(totalPages).toBeGreaterThan(3);
    expect(text).toContain(`page ${totalPages} of ${totalPages}`);
    for (const { description } of lines) expect(text).toContain(`${description} $1.00`);
  });
});

describe('printable', () => {
  it.each([
    ['José Ñandú, 5 € – “so”', 'José Ñandú, 5 € – “so”'],
    ['Dvořák Łukasz', 'Dvořák Łukasz'],
    ['Nguyễn Thị Ưu Đặng', 'Nguyễn Thị Ưu Đặng'],
    ['Київ Trucking, Αθήνα', 'Київ Trucking, Αθήνα'],
    ['🚚 Smith & Sons 👨‍👩‍👧 ™ 🇺🇸', 'Smith & Sons ™'],
    ['Lǎo, ﬁne', 'Lao, fine'],
    ['货运 Freight', '?? Freight'],
    ['two\nlines\tand\u0007 \u202eleft', 'two lines and left'],
  ])('prints %j as %j', (input, printed) => expect(toPrintable(input)).toBe(printed));

  it('prints company names unchanged', async () => {
    for (const name of ['Żółć Wąchock Transport', 'Vận tải Nguyễn & Đặng', 'Ђорђевић Превоз', 'Şahin Nakliyat İstanbul']) {
      const { text } = await extractPdfText({ ...paidReceipt, company: { ...paidReceipt.company, name: `${name} 🚚` } });
      expect(text.normalize('NFC')).toContain(`${name} `);
      expect(text).not.toContain('?');
    }
  });
});
