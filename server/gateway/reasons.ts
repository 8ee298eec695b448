/** What the payer reads for a response code that is not a full approval. */
const reasons: Record<number, string> = {
  110: 'The bank approved only part of the amount. You weren’t charged. Use another card.',
  200: 'Your bank declined the card. Use another card or call your bank.',
  201: 'Your bank declined the card without giving a reason. Use another card or call your bank.',
  202: 'Your card was declined: insufficient funds.',
  223: 'Your card was declined: it has expired.',
  225: 'Your card was declined: incorrect security code.',
  301: 'This looks like a duplicate payment, so you weren’t charged. Wait a few minutes and try again.',
  310: 'A security rule blocked the payment. Use another card.',
};

export function reasonFor(responseCode: number): string {
  const exact = reasons[responseCode];
  if (exact) return exact;
  if (responseCode >= 100 && responseCode <= 199)
    return 'The bank approved a different amount. You weren’t charged. Use another card.';
  if (responseCode >= 200 && responseCode <= 299) return 'Your bank declined the card. Use another card or call your bank.';
  if (responseCode >= 300 && responseCode <= 399) return 'The payment service refused the payment. Use another card.';
  if (responseCode >= 400 && responseCode <= 499) return 'The card processor couldn’t process the payment. Try again later.';
  return 'Payment failed. Try again or use another card.';
}
