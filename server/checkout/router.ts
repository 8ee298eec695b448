import { createJobSchema, editAddonsSchema, jobAddonSchema } from '#shared/job.ts';
import { chargeAnswerSchema, chargeSchema, orderRequestSchema, orderSchema, placeOrderAnswerSchema } from '#shared/payment.ts';
import * as z from 'zod/mini';
import { actorOf, ownCompany, router, scoped } from '#server/trpc.ts';
import { editAddons } from './edit-addons.ts';
import { getOrder } from './order-query.ts';
import { payOrder } from './pay-order.ts';
import { placeOrder } from './place-order.ts';

export const checkoutRouter = router({
  placeOrder: ownCompany('jobs.edit')
    .input(createJobSchema)
    .output(placeOrderAnswerSchema)
    .mutation(({ ctx, input }) => placeOrder(ctx.services, ctx.scope, actorOf(ctx), input)),
  order: scoped('jobs.read')
    .input(orderRequestSchema)
    .output(orderSchema)
    .query(({ ctx, input }) => getOrder(ctx.services.db, ctx.scope, input)),
  charge: ownCompany('payment.charge')
    .input(chargeSchema)
    .output(chargeAnswerSchema)
    .mutation(({ ctx, input }) =>
      payOrder(ctx.services, ctx.scope, { ...actorOf(ctx), isEmailVerified: ctx.actor.isEmailVerified }, input),
    ),
  editAddons: scoped('jobs.edit')
    .input(editAddonsSchema)
    .output(z.array(jobAddonSchema))
    .mutation(({ ctx, input }) => editAddons(ctx.services, ctx.scope, actorOf(ctx), input)),
});
