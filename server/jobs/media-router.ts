import { z } from 'zod';
import { idField } from '#shared/fields.ts';
import { readStage, stagedAnswerSchema, stagedInputSchema } from '#server/media/staged-input.ts';
import { actorOf, router, scoped } from '#server/trpc.ts';
import { deleteJobMedia, uploadJobMedia } from './job-media.ts';

/** Videos of jobs (`spec: work §7 Multimedia upload stages`). */
export const mediaRouter = router({
  upload: scoped('jobs.edit')
    .input(stagedInputSchema)
    .output(stagedAnswerSchema)
    .mutation(({ ctx, input }) => uploadJobMedia(ctx.services, ctx.scope, actorOf(ctx), readStage(input))),

  delete: scoped('jobs.edit')
    .input(z.object({ id: idField }))
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => deleteJobMedia(ctx.services, ctx.scope, actorOf(ctx), input.id)),
});
