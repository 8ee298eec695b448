import { asStatus } from '#web/ui/StatusBadge.tsx';
import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import { t } from '#web/texts/app.ts';

const Editor = lazy(() => import('./Editor.tsx'));

/** The editor, once its chunk is there. */
export function LazyEditor(props: ComponentProps<typeof Editor>) {
  return (
    <Suspense fallback={<Skeleton h="28rem" {...asStatus(t('editor.loadingEditor'))} />}>
      <Editor {...props} />
    </Suspense>
  );
}
