/** What the payer reads for a response code that is not a full approval. */
const reasons: Record<number, string> = {
  110: 'The bank approved only part of the amount. Nothing was kept; use another card.',
  200: 'The card was declined by its bank. Use another card or call the bank.',
  201: 'The card was declined by its bank without a reason. Use another card or call the bank.',
  202: 'The card was declined: insufficient funds.',
  223: 'The card was declined: it has expired.',
  225: 'The card was declined: the security code is wrong.',
  301: 'The payment looks like a repeat of an earlier one and was not taken. Wait a few minutes and try again.',
  310: 'The payment was stopped by a security rule. Use another card.',
};

export function reasonFor(responseCode: number): string {
  const exact = reasons[responseCode];
  if (exact) return exact;
  if (responseCode >= 100 && responseCode <= 199) return 'Another amount than the one asked for was approved. Use another card.';
  if (responseCode >= 200 && responseCode <= 299) return 'The card was declined by its bank. Use another card or call the bank.';
  if (responseCode >= 300 && responseCode <= 399) return 'The payment was refused by the payment service. Use another card.';
  if (responseCode >= 400 && responseCode <= 499) return 'The card processor could not take the payment. Try again later.';
  return 'Payment failed. Try again or use another card.';
}
