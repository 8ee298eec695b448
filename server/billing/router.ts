import * as z from 'zod/mini';
import { pageOf } from '#shared/list.ts';
import {
  cardSchema,
  gatewayConfigSchema,
  historyItemSchema,
  historyListSchema,
  invoiceListSchema,
  invoiceSchema,
  saveCardSchema,
} from '#shared/payment.ts';
import { actorOf, allowed, ownCompany, ownHands, router, scoped } from '#server/trpc.ts';
import { getCard } from './card-query.ts';
import { gatewayConfig } from './gateway-config.ts';
import { listHistory } from './history-query.ts';
import { listInvoices } from './invoice-query.ts';
import { removeCard, saveCard } from './store-card.ts';

const readMoney = scoped('payment.read', { evenIfCancelled: true });

export const billingRouter = router({
  card: ownCompany('payment.read', { evenIfCancelled: true })
    .output(cardSchema)
    .query(({ ctx }) => getCard(ctx.services.db, ctx.scope)),
  saveCard: ownCompany('payment.card')
    .use(ownHands)
    .input(saveCardSchema)
    .output(cardSchema)
    .mutation(({ ctx, input }) => saveCard(ctx.services, ctx.scope, actorOf(ctx), input)),
  removeCard: ownCompany('payment.card')
    .use(ownHands)
    .output(z.object({}))
    .mutation(({ ctx }) => removeCard(ctx.services, ctx.scope, actorOf(ctx))),
  invoices: readMoney
    .input(invoiceListSchema)
    .output(pageOf(invoiceSchema))
    .query(({ ctx, input }) => listInvoices(ctx.services.db, ctx.scope, input)),
  history: readMoney
    .input(historyListSchema)
    .output(pageOf(historyItemSchema))
    .query(({ ctx, input }) => listHistory(ctx.services.db, ctx.scope, input)),
  gatewayConfig: allowed('payment.read')
    .output(gatewayConfigSchema)
    .query(({ ctx }) => gatewayConfig(ctx.services)),
});
