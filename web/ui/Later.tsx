import { Box } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';

type Props = {
  children: ReactNode;
  /** About as high as what comes: what is below stays where it is, and a reload finds the place where it was read. */
  room?: string;
};

/** What is not in sight at first, below the fold or not yet open: drawn in small steps of its own, right after what is. */
export function Later({ children, room }: Props) {
  const isDue = useDeferredValue(true, false);
  if (isDue) return children;
  return room ? <Box h={room} /> : null;
}
