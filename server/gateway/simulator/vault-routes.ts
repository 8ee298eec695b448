import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { read, success } from './envelope.ts';
import type { Ledger } from './ledger.ts';
import { redeemToken } from './tokens.ts';
import { addCard, changeCustomer, createCustomer, customerToWire, removeCard, removeCustomer } from './vault.ts';

const newCustomer = z.object({
  description: z.string().max(255).default(''),
  default_payment: z.object({ token: z.string() }).optional(),
  default_billing_address: z.record(z.string(), z.string()).default({}),
});
const newCard = z.object({ token: z.string() });
const change = z.object({
  description: z.string().max(255).optional(),
  defaults: z.object({ payment_method_id: z.string(), payment_method_type: z.literal('card') }).optional(),
});

type ById = { Params: { id: string } };

/** Storing checks only that the card exists (`?validate=true` approves every test card): it is judged when charged. */
export function vaultRoutes(app: FastifyInstance, { ledger }: { ledger: Ledger }): void {
  app.post('/vault/customer', async (request) => {
    const { description, default_payment: payment, default_billing_address: address } = read(newCustomer, request.body);
    return ledger.atomically(() => {
      const now = Date.now();
      const card = payment ? redeemToken(ledger, payment.token, now) : null;
      return success(customerToWire(ledger, createCustomer(ledger, { description, address, card }, now)));
    });
  });

  app.post<ById>('/vault/customer/:id/token', async ({ params: { id }, body }) => {
    const { token } = read(newCard, body);
    return ledger.atomically(() => {
      const now = Date.now();
      customerToWire(ledger, id);
      const created = addCard(ledger, id, redeemToken(ledger, token, now), now);
      return success(customerToWire(ledger, id, created));
    });
  });

  app.post<ById>('/vault/customer/:id', async ({ params: { id }, body }) => {
    const { description, defaults } = read(change, body);
    return ledger.atomically(() => {
      changeCustomer(ledger, id, { description, defaultCard: defaults?.payment_method_id }, Date.now());
      return success(customerToWire(ledger, id));
    });
  });

  app.get<ById>('/vault/:id', async ({ params: { id } }) => success(customerToWire(ledger, id)));

  app.delete<ById>('/vault/:id', async ({ params: { id } }) => {
    ledger.atomically(() => removeCustomer(ledger, id));
    return success(null);
  });

  app.delete<{ Params: { id: string; cardId: string } }>(
    '/vault/customer/:id/card/:cardId',
    async ({ params: { id, cardId } }) => {
      return ledger.atomically(() => {
        removeCard(ledger, id, cardId, Date.now());
        return success(customerToWire(ledger, id));
      });
    },
  );
}
