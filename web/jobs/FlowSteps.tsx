import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { JobDraft } from './draft.ts';
import classes from './FlowSteps.module.css';
import { mayOpen, newJobPath, steps } from './steps.ts';

/** Where the flow stands; steps that are open are links. */
export function FlowSteps({ draft }: { draft: JobDraft }) {
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '') || newJobPath;
  const current = steps.findIndex((step) => step.path === path);
  return (
    <nav aria-label="Steps of the new job">
      <ol className={classes.steps}>
        {steps.map((step, index) => {
          const isDone = index < current;
          const face = (
            <>
              <span className={classes.mark} aria-hidden>
                {isDone ? <IconCheck size={16} stroke={2.5} /> : index + 1}
              </span>
              <span className={classes.name}>{step.label}</span>
              {isDone ? <VisuallyHidden>, done</VisuallyHidden> : null}
            </>
          );
          return (
            <li key={step.id}>
              {index !== current && mayOpen(draft, step.id) ? (
                <Link to={step.path} activeOptions={{ exact: true }} className={classes.step} data-done={isDone || undefined}>
                  {face}
                </Link>
              ) : (
                <span
                  className={classes.step}
                  data-done={isDone || undefined}
                  aria-current={index === current ? 'step' : undefined}
                >
                  {face}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
