import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './GrowingTextarea.module.css';

type Props = Omit<TextareaProps, 'autosize' | 'rows' | 'resize'> & { minRows: number; maxRows: number };

const growsBySheet = () => CSS.supports('field-sizing', 'content');

/** As high as its text, between two heights. Where the browser sees to that itself, no script measures the whole page for it. */
export function GrowingTextarea({ minRows, maxRows, ...props }: Props) {
  if (!growsBySheet()) return <Textarea autosize minRows={minRows} maxRows={maxRows} {...props} />;
  return <Textarea classNames={classes} styles={{ input: { '--least-rows': minRows, '--most-rows': maxRows } }} {...props} />;
}
