import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#web/texts/app.ts';
import classes from './jobs.module.css';

type Step = {
  label: string;
  /** Wraps the step in a link. Undefined if the step cannot be opened yet. */
  link?: ((stepContent: ReactNode, className: string) => ReactNode) | undefined;
};

type Props = { label: string; steps: readonly Step[]; currentStep: number };

/** The steps of a flow. Open steps are links, and the steps before the current one are done. */
export function StepTrail({ label, steps, currentStep }: Props) {
  return (
    <nav aria-label={label}>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.label} data-done={index < currentStep || undefined}>
            <Step {...step} index={index} currentStep={currentStep} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Step({ label, link, index, currentStep }: Step & { index: number; currentStep: number }) {
  const isDone = index < currentStep;
  const stepContent = (
    <>
      <span className={classes.mark} aria-hidden>
        {isDone ? <IconCheck size={16} stroke={2.5} /> : index + 1}
      </span>
      <span className={classes.name}>{label}</span>
      {isDone ? <VisuallyHidden>{t('jobs.stepDone')}</VisuallyHidden> : null}
    </>
  );
  if (link && index !== currentStep) return link(stepContent, classes.step ?? '');
  return (
    <span className={classes.step} aria-current={index === currentStep ? 'step' : undefined}>
      {stepContent}
    </span>
  );
}
