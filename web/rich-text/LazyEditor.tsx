import { asStatus } from '#web/ui/StatusBadge.tsx';
import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';

const Editor = lazy(() => import('./Editor.tsx'));

/** The editor, once its chunk is there. */
export function LazyEditor(props: ComponentProps<typeof Editor>) {
  return (
    <Suspense fallback={<Skeleton h="28rem" {...asStatus('Loading editor')} />}>
      <Editor {...props} />
    </Suspense>
  );
}
