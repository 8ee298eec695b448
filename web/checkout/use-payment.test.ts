import { describe, expect, test, vi } from 'vitest';
import { type Charge, type Outcome, type Payment, payOrder } from './use-payment.ts';

const refusal = (httpStatus: number, code: string, message: string) =>
  Object.assign(new Error(message), { data: { httpStatus, code } });
const gatewayFailed = refusal(502, 'gateway_failed', 'The payment service did not answer');
const answer = (status: Outcome) => ({ status });

function paymentWith(charge: Charge, overrides: Partial<Payment> = {}) {
  const steps: string[] = [];
  const payment: Payment = {
    prepareCharge: async () => charge,
    cardToken: 'card-token',
    wait: async (milliseconds) => void steps.push(`wait ${milliseconds}`),
    onPhase: (phase) => void steps.push(phase),
    ...overrides,
  };
  return { payment, steps };
}

describe('paying an order', () => {
  test('makes the order, then charges the card once', async () => {
    const charge = vi.fn<Charge>().mockResolvedValue(answer('paid'));
    const { payment, steps } = paymentWith(charge);
    expect(await payOrder(payment)).toBe('paid');
    expect(charge.mock.calls).toEqual([['card-token']]);
    expect(steps).toEqual(['placingOrder', 'charging']);
  });

  test('saves the card first where that is wanted and charges the saved one', async () => {
    const charge = vi.fn<Charge>().mockResolvedValue(answer('paid'));
    const { payment, steps } = paymentWith(charge, { saveCard: async () => 'stored-card' });
    await payOrder(payment);
    expect(charge.mock.calls).toEqual([['stored-card']]);
    expect(steps).toEqual(['savingCard', 'placingOrder', 'charging']);
  });

  test('makes no order when the card cannot be saved', async () => {
    const prepareCharge = vi.fn<Payment['prepareCharge']>();
    const declined = refusal(402, 'payment_declined', 'The card was declined');
    const { payment } = paymentWith(async () => answer('paid'), { prepareCharge, saveCard: () => Promise.reject(declined) });
    await expect(payOrder(payment)).rejects.toBe(declined);
    expect(prepareCharge).not.toHaveBeenCalled();
  });

  test('counts a charge that went through earlier as a success', async () => {
    const { payment } = paymentWith(() => Promise.reject(refusal(409, 'already_paid', 'Order 7 is already paid')));
    expect(await payOrder(payment)).toBe('paid');
  });

  test('follows a payment that another tab started', async () => {
    const { payment } = paymentWith(() => Promise.reject(refusal(409, 'payment_in_progress', 'A payment is on its way')));
    expect(await payOrder(payment)).toBe('processing');
  });

  test.each([
    ['the gateway failed', gatewayFailed],
    ['no answer came', new TypeError('Failed to fetch')],
  ])('tries once more after five seconds when %s', async (_case, error) => {
    const charge = vi.fn<Charge>().mockRejectedValueOnce(error).mockResolvedValueOnce(answer('paid'));
    const { payment, steps } = paymentWith(charge);
    expect(await payOrder(payment)).toBe('paid');
    expect(steps).toEqual(['placingOrder', 'charging', 'waiting', 'wait 5000', 'charging']);
  });

  test('retries with another token of the same card, or with the stored card if it was saved', async () => {
    const renewToken = async () => 'second-token';
    const charge = vi.fn<Charge>().mockRejectedValue(gatewayFailed);
    await expect(payOrder(paymentWith(charge, { renewToken }).payment)).rejects.toBe(gatewayFailed);
    await expect(payOrder(paymentWith(charge, { renewToken, saveCard: async () => 'stored' }).payment)).rejects.toBe(
      gatewayFailed,
    );
    expect(charge.mock.calls.map(([card]) => card)).toEqual(['card-token', 'second-token', 'stored', 'stored']);
  });

  test('tries once more only once', async () => {
    const charge = vi.fn<Charge>().mockRejectedValue(gatewayFailed);
    const { payment } = paymentWith(charge);
    await expect(payOrder(payment)).rejects.toBe(gatewayFailed);
    expect(charge).toHaveBeenCalledTimes(2);
  });

  test('never repeats a decline', async () => {
    const declined = refusal(402, 'payment_declined', 'The card was declined');
    const charge = vi.fn<Charge>().mockRejectedValue(declined);
    const { payment } = paymentWith(charge);
    await expect(payOrder(payment)).rejects.toBe(declined);
    expect(charge).toHaveBeenCalledTimes(1);
  });
});
