import * as z from 'zod';
import { getListItem } from '#server/jobs/job-query.ts';
import { forEachJob } from '#server/jobs/update-jobs.ts';
import { actorOf, type Context, selectCompany, ownCompany, readerOf, router, scoped } from '#server/trpc.ts';
import {
  chargeAnswerSchema,
  chargeSchema,
  orderRequestSchema,
  orderSchema,
  placeOrderAnswerSchema,
  boostSchema,
  freeBoostSchema,
  outcomeRequestSchema,
  outcomeSchema,
  purchaseSchema,
  quoteRequestSchema,
  quoteSchema,
} from '#shared/billing/payment.ts';
import { idField } from '#shared/fields.ts';
import {
  bulkCloseSchema,
  bulkOutcomeSchema,
  createJobSchema,
  editAddonsSchema,
  jobAddonSchema,
  jobListItemSchema,
} from '#shared/jobs/job.ts';
import { buyForJob, freeBoost, quote } from './buy-for-job.ts';
import { closeJob } from './close-job.ts';
import { editAddons } from './edit-addons.ts';
import { resumeRenewal } from './fail-renewal.ts';
import { getOrder } from './order-query.ts';
import { getPurchaseOutcome, payOrder } from './pay-order.ts';
import { placeOrder } from './place-order.ts';

const buying = ownCompany('payment.charge');
const buyerOf = (ctx: Parameters<typeof actorOf>[0]) => ({ ...actorOf(ctx), isEmailVerified: ctx.actor.isEmailVerified });
const requestOf = ({ idempotencyId }: Pick<Context, 'idempotencyId'>) => ({ requestId: idempotencyId ?? null });

export const checkoutRouter = router({
  placeOrder: scoped('jobs.post')
    .input(createJobSchema)
    .output(placeOrderAnswerSchema)
    .mutation(({ ctx, input: { companyId, ...job } }) =>
      placeOrder(ctx.services, selectCompany(ctx.scope, companyId), actorOf(ctx), job),
    ),
  order: scoped('jobs.read')
    .input(orderRequestSchema)
    .output(orderSchema)
    .query(({ ctx, input }) => getOrder(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  charge: buying
    .input(chargeSchema)
    .output(chargeAnswerSchema)
    .mutation(({ ctx, input }) => payOrder(ctx.services, ctx.scope, buyerOf(ctx), input)),
  quote: scoped('jobs.read')
    .input(quoteRequestSchema)
    .output(quoteSchema)
    .query(({ ctx, input }) => quote(ctx.services.db, ctx.scope, input)),
  outcome: scoped('jobs.read')
    .input(outcomeRequestSchema)
    .output(outcomeSchema)
    .query(({ ctx, input }) => getPurchaseOutcome(ctx.services.db, ctx.scope, input.jobId)),
  renew: buying
    .input(purchaseSchema)
    .output(chargeAnswerSchema)
    .mutation(({ ctx, input }) =>
      buyForJob(ctx.services, ctx.scope, buyerOf(ctx), { ...input, ...requestOf(ctx), kind: 'renewal' }),
    ),
  payAddons: buying
    .input(purchaseSchema)
    .output(chargeAnswerSchema)
    .mutation(({ ctx, input }) =>
      buyForJob(ctx.services, ctx.scope, buyerOf(ctx), { ...input, ...requestOf(ctx), kind: 'addons' }),
    ),
  buyBoost: buying
    .input(purchaseSchema)
    .output(chargeAnswerSchema)
    .mutation(({ ctx, input }) =>
      buyForJob(ctx.services, ctx.scope, buyerOf(ctx), { ...input, ...requestOf(ctx), kind: 'boost' }),
    ),
  /** Returns the job's list item, because REST clients expect it. */
  boost: buying
    .input(boostSchema)
    .output(jobListItemSchema)
    .mutation(async ({ ctx, input: { id, ...input } }) => {
      await buyForJob(ctx.services, ctx.scope, buyerOf(ctx), { ...input, ...requestOf(ctx), jobId: id, kind: 'boost' });
      return getListItem(ctx.services.db, ctx.scope, { id, ...readerOf(ctx) });
    }),
  boostFree: scoped('jobs.moderate')
    .input(freeBoostSchema)
    .output(jobListItemSchema)
    .mutation(async ({ ctx, input }) => {
      await freeBoost(ctx.services, ctx.scope, actorOf(ctx), { id: input.id, ...requestOf(ctx) });
      return getListItem(ctx.services.db, ctx.scope, { id: input.id, ...readerOf(ctx) });
    }),
  closeJob: scoped('jobs.edit')
    .input(z.object({ id: idField }))
    .output(jobListItemSchema)
    .mutation(async ({ ctx, input }) => {
      await closeJob(ctx.services, ctx.scope, actorOf(ctx), input);
      return getListItem(ctx.services.db, ctx.scope, { id: input.id, ...readerOf(ctx) });
    }),
  closeJobs: scoped('jobs.edit')
    .input(bulkCloseSchema)
    .output(bulkOutcomeSchema)
    .mutation(({ ctx: { services, scope, ...ctx }, input: { ids } }) =>
      forEachJob({ db: services.db, scope, ids, language: ctx.language }, (id) =>
        closeJob(services, scope, actorOf(ctx), { id }),
      ),
    ),
  resumeRenewal: scoped('jobs.edit')
    .input(z.object({ id: idField }))
    .output(jobListItemSchema)
    .mutation(async ({ ctx, input }) => {
      await resumeRenewal(ctx.services, ctx.scope, actorOf(ctx), input);
      return getListItem(ctx.services.db, ctx.scope, { id: input.id, ...readerOf(ctx) });
    }),
  editAddons: scoped('jobs.edit')
    .input(editAddonsSchema)
    .output(z.array(jobAddonSchema))
    .mutation(({ ctx, input }) => editAddons(ctx.services, ctx.scope, actorOf(ctx), input)),
});
