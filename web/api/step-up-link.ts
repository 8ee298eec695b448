import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { askToConfirm } from '#web/session/step-up.ts';
import { codeOf } from './errors.ts';

/** Asks the person to confirm their identity when a call needs it, and then repeats the call. */
export const stepUpLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let current: Unsubscribable | null = null;
      let isStopped = false;
      const attempt = (isFirst: boolean) => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (isFirst && codeOf(error) === 'step_up_required') void confirmAndRetry(error);
            else observer.error(error);
          },
        });
      };
      const confirmAndRetry = async (error: Parameters<typeof observer.error>[0]) => {
        const isConfirmed = await askToConfirm();
        if (isStopped) return;
        if (isConfirmed) attempt(false);
        else observer.error(error);
      };
      attempt(true);
      return () => {
        isStopped = true;
        current?.unsubscribe();
      };
    });
