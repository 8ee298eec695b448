import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { showValidatedNotice } from '#web/auth/verified-notice.ts';
import { stepUpQuestion } from '#web/session/step-up.ts';

const StepUpDialog = lazy(async () => ({ default: (await import('#web/auth/StepUpDialog.tsx')).StepUpDialog }));

function Root() {
  useEffect(showValidatedNotice, []);
  const question = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.current);
  return (
    <>
      <Outlet />
      {question ? (
        <Suspense fallback={null}>
          <StepUpDialog onAnswer={question.answer} />
        </Suspense>
      ) : null}
    </>
  );
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root });
