import { Center, Stack, Text, Box } from '@mantine/core';
import { type ReactNode, useDeferredValue } from 'react';
import { t } from '#web/texts/start.ts';
import classes from './Loading.module.css';

type Size = 'small' | 'medium' | 'large';

/** The pulsing loader: three dots like lane markings. It is hidden from screen readers, so say next to it what is loading. */
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
  /** The approximate height of the content. It keeps the content below in place and the scroll position on a reload. */
  height?: string;
};

/** Delays content that is not visible at first, such as below the fold. React renders it right after the visible part. */
export function DelayedPlaceholder({ children, height: reservedHeight }: Props) {
  const isDue = useDeferredValue(true, false);
  if (isDue) return children;
  return reservedHeight ? <Box h={reservedHeight} /> : null;
}
