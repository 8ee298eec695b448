import classes from './Spinners.module.css';

type Props = { size?: 'small' | 'medium' | 'large' };

/** One who drives a figure of eight without end (`spec: access §9`). Decorative: say what is loading beside it. */
export function InfiniteSpinner({ size = 'medium' }: Props) {
  return (
    <svg className={classes.infinite} data-size={size} viewBox="0 0 64 32" fill="none" aria-hidden>
      <path d={loop} />
      <path d={loop} pathLength={100} />
    </svg>
  );
}

const loop = 'M32 16C26 8 21 4 15 4a12 12 0 0 0 0 24c6 0 11-4 17-12s11-12 17-12a12 12 0 0 1 0 24c-6 0-11-4-17-12Z';

/** Four who meet in the middle and part again (`spec: access §9`). Decorative, like the other. */
export function ConvergingSpinner({ size = 'medium' }: Props) {
  return (
    <span className={classes.converging} data-size={size} aria-hidden>
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
