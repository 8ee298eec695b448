import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './jobs.module.css';
import { t } from '#web/texts/app.ts';

type Step = {
  label: string;
  /** Wraps an open step in a link. Absent if the step is not open. */
  link?: ((face: ReactNode, className: string) => ReactNode) | undefined;
};

type Props = { label: string; steps: readonly Step[]; current: number };

/** The steps of a flow. Open steps are links, and the steps before the current one are done. */
export function StepTrail({ label, steps, current }: Props) {
  return (
    <nav aria-label={label}>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.label} data-done={index < current || undefined}>
            <Step {...step} index={index} current={current} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Step({ label, link, index, current }: Step & { index: number; current: number }) {
  const isDone = index < current;
  const face = (
    <>
      <span className={classes.mark} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.5} /> : index + 1}
      </span>
      <span className={classes.name}>{label}</span>
      {isDone ? <VisuallyHidden>{t('jobs.done2')}</VisuallyHidden> : null}
    </>
  );
  if (link && index !== current) return link(face, classes.step ?? '');
  return (
    <span className={classes.step} aria-current={index === current ? 'step' : undefined}>
      {face}
    </span>
  );
}
