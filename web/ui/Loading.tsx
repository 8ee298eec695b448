import { Center, Stack, Text, Box } from '@mantine/core';
import classes from './Loading.module.css';
import { type ReactNode, useDeferredValue } from 'react';
import { t } from '#web/texts/start.ts';

type Size = 'small' | 'medium' | 'large';

/** The pulsing loader: three dots like lane markings. Decorative, so say next to it what is loading. */
export function PulsingLoader({ size = 'medium' }: { size?: Size }) {
  return (
    <span className={classes.dots} data-size={size} aria-hidden>
      <i />
      <i />
      <i />
    </span>
  );
}

/** The placeholder of a screen or part while it loads. */
export function Loading({ isPage = false }: { isPage?: boolean }) {
  return (
    <Center component="output" mih={isPage ? '60vh' : '10rem'}>
      <Stack align="center" gap="sm">
        <PulsingLoader size={isPage ? 'large' : 'medium'} />
        <Text size="sm" c="dimmed">
          {t('ui.loading')}
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
  /** About the height of the content, so that what is below does not move and a reload keeps the scroll position. */
  height?: string;
};

/** Content that is not visible at first, such as below the fold. It is rendered in small steps, right after the visible part. */
export function DelayedPlaceholder({ children, height: room }: Props) {
  const isDue = useDeferredValue(true, false);
  if (isDue) return children;
  return room ? <Box h={room} /> : null;
}
