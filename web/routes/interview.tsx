import { createFileRoute } from '@tanstack/react-router';
import { readToken } from '#web/browser/search-params.ts';
import { LinkedInterviewPage } from '#web/interviews/LinkedInterviewPage.tsx';
import { PublicFrame } from '#web/layouts/PublicFrame.tsx';

function LinkedInterviewRoute() {
  const { token } = readToken(Route.useSearch());
  return (
    <PublicFrame>
      <LinkedInterviewPage token={token} />
    </PublicFrame>
  );
}

/** The link in emails to drivers about their interviews. It needs no sign-in. */
export const Route = createFileRoute('/interview')({ component: LinkedInterviewRoute });
