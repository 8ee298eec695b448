import { Center, Stack, Text, Box } from '@mantine/core';
import classes from './Loading.module.css';
import { type ReactNode, useDeferredValue } from 'react';

type Size = 'small' | 'medium' | 'large';

/** Three pulsing dots, as lane markings (`spec: access §9`). Decorative: say what is loading beside it. */
export function PulsingLoader({ size = 'medium' }: { size?: Size }) {
  return (
    <span className={classes.dots} data-size={size} aria-hidden>
      <i />
      <i />
      <i />
    </span>
  );
}

/** The placeholder of a screen or part that is on its way. */
export function Loading({ isPage = false }: { isPage?: boolean }) {
  return (
    <Center component="output" mih={isPage ? '60vh' : '10rem'}>
      <Stack align="center" gap="sm">
        <PulsingLoader size={isPage ? 'large' : 'medium'} />
        <Text size="sm" c="dimmed">
          Loading...
        </Text>
      </Stack>
    </Center>
  );
}

/** The placeholder of a whole page. */
export function PendingPage() {
  return <Loading isPage />;
}

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
