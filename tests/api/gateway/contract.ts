import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CardDeclinedError, type ChargeRequest, GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';
import { writeReason } from '#shared/texts/write-text.ts';

/** What happens when a card is charged: the gateway's test cards by their meaning. */
export type CardKind = 'good' | 'another good' | 'declined' | 'partial' | 'answer lost' | 'fails' | 'slow';

/** A gateway in test mode, opened for the contract. */
export type OpenedGateway = {
  gateway: PaymentGateway;
  /** The same account, where payments settle immediately. */
  settling: PaymentGateway;
  /** The same account with a timeout shorter than the slow card's. */
  shortTimeoutGateway: PaymentGateway;
  /** An address where nothing answers. */
  unreachable: PaymentGateway;
  /** A fresh token of a card, as the payer's browser gets it. */
  tokenOf: (card: CardKind) => Promise<string>;
  close: () => Promise<void>;
};

/**
 * What every gateway must do (`docs/product/money.md#charges`). A new adapter must pass it against its test mode:
 * `gatewayContract('Celero', openCelero)`.
 */
export function gatewayContract(name: string, open: () => Promise<OpenedGateway>): void {
  describe(`${name} as a payment gateway`, () => {
    let opened: OpenedGateway;
    let gateway: PaymentGateway;
    beforeAll(async () => {
      opened = await open();
      ({ gateway } = opened);
    });
    afterAll(() => opened.close());

    let orders = 0;
    const order = (source: ChargeRequest['source'], changes: Partial<ChargeRequest> = {}): ChargeRequest => {
      orders += 1;
      const orderId = `CONTRACT${orders}`;
      const idempotencyKey = crypto.randomUUID();
      return {
        source,
        amountCents: 30_000,
        orderId,
        idempotencyKey,
        description: 'Job posting',
        initiatedBy: 'customer',
        ...changes,
      };
    };
    const byToken = async (card: CardKind) => order({ kind: 'token', token: await opened.tokenOf(card) });
    const store = async (card: CardKind) => gateway.storeCard({ token: await opened.tokenOf(card), holderName: 'Pat Driver' });
    const storedCardOrder = async (card: CardKind) => order({ kind: 'stored', card: (await store(card)).ref });
    const failureOf = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => error,
      );

    describe.each([
      ['by token', byToken],
      ['by stored card', storedCardOrder],
    ] as const)('a charge %s', (_way, prepare) => {
      test('is approved for the whole amount, shows the card masked, and is found again', async () => {
        const request = await prepare('good');
        const paid = await gateway.charge(request);
        expect(paid).toMatchObject({
          outcome: 'approved',
          orderId: request.orderId,
          amountCents: 30_000,
          amountAuthorizedCents: 30_000,
          amountRefundedCents: 0,
          reason: null,
        });
        expect(paid.card?.maskedNumber).toMatch(/^\d{0,6}\*+\d{4}$/);
        expect(paid.card?.expirationDate).toMatch(/^\d\d\/\d\d$/);
        expect(await gateway.getTransaction(paid.id)).toEqual(paid);
        expect(await gateway.findByOrderId(request.orderId)).toEqual([paid]);
      });

      test('that is declined has a readable reason and captures nothing', async () => {
        const declined = await gateway.charge(await prepare('declined'));
        expect(declined).toMatchObject({ outcome: 'declined', amountAuthorizedCents: 0 });
        expect(writeReason(declined.reason)).toMatch(/^[A-Z][^_{}<>]+\.$/);
      });

      test('that captured only a part is not approved, and can be voided', async () => {
        const half = await gateway.charge(await prepare('partial'));
        expect(half.outcome).toBe('partial');
        expect(half.amountAuthorizedCents).toBeLessThan(half.amountCents);
        expect(await gateway.void(half.id)).toMatchObject({ outcome: 'voided' });
      });

      test('whose answer is lost is an unknown outcome, found by its order, once', async () => {
        const request = await prepare('answer lost');
        expect(await failureOf(gateway.charge(request))).toBeInstanceOf(GatewayUnavailable);
        expect(await gateway.findByOrderId(request.orderId)).toMatchObject([{ outcome: 'approved' }]);
      });

      test('that fails at the gateway captured nothing and reports a final state', async () => {
        const request = await prepare('fails');
        expect(await failureOf(gateway.charge(request))).toMatchObject({ name: 'GatewayUnavailable', mayStillArrive: false });
        expect(await gateway.findByOrderId(request.orderId)).toEqual([]);
      });

      test('that is slow may still arrive, is pending meanwhile, and then decided', async () => {
        const request = await prepare('slow');
        const unavailable = await failureOf(opened.shortTimeoutGateway.charge(request));
        expect(unavailable).toMatchObject({ name: 'GatewayUnavailable', mayStillArrive: true });
        expect(await gateway.findByOrderId(request.orderId)).toMatchObject([{ outcome: 'pending' }]);
        await expect
          .poll(() => gateway.findByOrderId(request.orderId), { timeout: 30_000 })
          .toMatchObject([{ outcome: 'approved' }]);
      });
    });

    test('parallel charges with one key move money once', async () => {
      const request = await storedCardOrder('good');
      const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(request)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await gateway.findByOrderId(request.orderId)).toHaveLength(1);
    });

    test('a repeat with another amount is not taken for paid', async () => {
      const request = await storedCardOrder('good');
      await gateway.charge(request);
      expect((await gateway.charge({ ...request, amountCents: 10_000 })).outcome).not.toBe('approved');
    });

    test('a token pays once, and a made-up one never', async () => {
      const token = await opened.tokenOf('good');
      await gateway.charge(order({ kind: 'token', token }));
      const again = order({ kind: 'token', token });
      await expect(gateway.charge(again)).rejects.toThrow(CardDeclinedError);
      await expect(gateway.storeCard({ token, holderName: 'Pat Driver' })).rejects.toThrow(CardDeclinedError);
      await expect(gateway.charge(order({ kind: 'token', token: 'made up' }))).rejects.toThrow(CardDeclinedError);
      expect(await gateway.findByOrderId(again.orderId)).toEqual([]);
    });

    test('cards are stored for one customer; a deleted card is rejected, and deleting it again is fine', async () => {
      const first = await store('good');
      const token = await opened.tokenOf('another good');
      const second = await gateway.storeCard({ token, holderName: 'Pat Driver', existing: first.ref });
      expect(second.ref.customerId).toBe(first.ref.customerId);
      expect(second.card.maskedNumber).not.toBe(first.card.maskedNumber);
      await gateway.deleteCard(first.ref);
      await gateway.deleteCard(first.ref);
      await expect(gateway.charge(order({ kind: 'stored', card: first.ref }))).rejects.toThrow(CardDeclinedError);
      const renewal = order({ kind: 'stored', card: second.ref }, { initiatedBy: 'merchant' });
      expect(await gateway.charge(renewal)).toMatchObject({ outcome: 'approved' });
    });

    test('before it settles a payment is voided, also twice, and not refunded in part', async () => {
      const paid = await gateway.charge(await byToken('good'));
      expect(await gateway.refund(paid.id, 10_000)).toMatchObject({ outcome: 'approved', reason: expect.any(String) });
      expect(await gateway.void(paid.id)).toMatchObject({ outcome: 'voided', reason: null });
      expect(await gateway.void(paid.id)).toMatchObject({ outcome: 'voided' });
      expect(await gateway.findByOrderId(paid.orderId)).toMatchObject([{ outcome: 'voided' }]);
    });

    test('after it has settled it is refunded in parts up to its amount, reports the refunded amount, and cannot be voided', async () => {
      const { settling } = opened;
      const paid = await settling.charge(await byToken('good'));
      expect(await settling.void(paid.id)).toMatchObject({ outcome: 'approved', reason: expect.any(String) });
      expect(await settling.refund(paid.id, 10_000)).toMatchObject({ outcome: 'refunded', id: paid.id });
      expect(await settling.getTransaction(paid.id)).toMatchObject({ amountRefundedCents: 10_000 });
      expect(await settling.refund(paid.id, 20_001)).toMatchObject({ outcome: 'error', reason: expect.any(String) });
      expect(await settling.getTransaction(paid.id)).toMatchObject({ amountRefundedCents: 10_000 });
      expect(await settling.refund(paid.id)).toMatchObject({ outcome: 'refunded' });
      expect(await settling.findByOrderId(paid.orderId)).toMatchObject([{ outcome: 'refunded', amountRefundedCents: 30_000 }]);
    });

    test('unknown ids return null; without an answer no request was sent', async () => {
      expect(await gateway.getTransaction('nothing')).toBeNull();
      expect(await gateway.findByOrderId('NOTHING')).toEqual([]);
      const unavailable = await failureOf(opened.unreachable.charge(order({ kind: 'token', token: 'any' })));
      expect(unavailable).toMatchObject({ name: 'GatewayUnavailable', mayStillArrive: false });
      await expect(opened.unreachable.findByOrderId('ANY')).rejects.toBeInstanceOf(GatewayUnavailable);
    });
  });
}
