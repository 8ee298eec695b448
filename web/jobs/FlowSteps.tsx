import { Link, useLocation } from '@tanstack/react-router';
import type { JobDraft } from './draft.ts';
import { mayOpen, newJobPath, steps } from './steps.ts';
import { StepTrail } from './StepTrail.tsx';

/** Where the new job stands. */
export function FlowSteps({ draft }: { draft: JobDraft }) {
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '') || newJobPath;
  return (
    <StepTrail
      label="Steps of the new job"
      current={steps.findIndex((step) => step.path === path)}
      steps={steps.map(({ id, label, path: to }) => ({
        label,
        link: mayOpen(draft, id)
          ? (face, className) => (
              <Link to={to} activeOptions={{ exact: true }} className={className}>
                {face}
              </Link>
            )
          : undefined,
      }))}
    />
  );
}
